/**
 * Loads the modules of a new page: what a module with a query imports from the site bears that query, too, so
 * that nothing of an earlier page is left.
 */
import { register } from "node:module";

const HOOKS = `
export async function resolve(specifier, context, next) {
  const found = await next(specifier, context);
  const { search } = new URL(context.parentURL ?? found.url);
  return search && found.url.includes("/docs/assets/") ? { ...found, url: found.url + search } : found;
}`;

register(`data:text/javascript,${encodeURIComponent(HOOKS)}`);
