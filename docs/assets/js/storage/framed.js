/**
 * Whether another site shows this page inside its own. The head of each page finds out before anything is
 * drawn (hooks/overrides/partials/javascripts/base.html). There nothing is read from the browser's storage
 * or written to it, and no element that holds saved things comes to life: a stranger could lead the
 * reader's hand.
 */
export const isFramed = globalThis.document?.documentElement.hasAttribute("data-framed") ?? false;
