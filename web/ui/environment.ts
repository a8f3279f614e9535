/** The page's address, and the user's preference for reduced motion. */

/** An address without its fragment: a link may have megabytes there, which `new URL` would parse each time. */
export function withoutHash(address: string): string {
  const end = address.indexOf('#');
  return end < 0 ? address : address.slice(0, end);
}

/** The base of relative addresses. */
export function pageAddress(): string {
  return withoutHash(document.baseURI);
}

/** The page's address with another fragment; '' for none. */
export function addressWith(hash: string): string {
  const url = new URL(pageAddress());
  url.hash = hash;
  return url.href;
}

/** Whether the user prefers reduced motion; may change while the page is open. Undefined outside browsers. */
export const reducedMotion = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)');

/** Whether the user currently prefers reduced motion. */
export function isCalm(): boolean {
  return reducedMotion.matches;
}
