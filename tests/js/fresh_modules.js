/**
 * Loads the modules of a new page: imports of a module with a query get the same query, so that no state of
 * an earlier page remains.
 */
import { register } from "node:module";

const HOOKS = `
export async function resolve(specifier, context, next) {
  const found = await next(specifier, context);
  const { search } = new URL(context.parentURL ?? found.url);
  return search && found.url.includes("/docs/assets/") ? { ...found, url: found.url + search } : found;
}`;

register(`data:text/javascript,${encodeURIComponent(HOOKS)}`);
