/**
 * Loads the modules of a new page: imports of a module with a query get the same query, so that no state of
 * an earlier page remains.
 */
import { register } from "node:module";

const HOOKS = `
export async function resolve(specifier, context, next) {
  const resolved = await next(specifier, context);
  const { search } = new URL(context.parentURL ?? resolved.url);
  return search && resolved.url.includes("/docs/assets/") ? { ...resolved, url: resolved.url + search } : resolved;
}`;

register(`data:text/javascript,${encodeURIComponent(HOOKS)}`);
