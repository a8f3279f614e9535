/** Where the page is. */

/** An address without what follows its `#`: a link may have megabytes there, which `new URL` would take apart each time. */
export function withoutHash(address: string): string {
  const end = address.indexOf('#');
  return end < 0 ? address : address.slice(0, end);
}

/** The address that relative ones are resolved against. */
export function pageAddress(): string {
  return withoutHash(document.baseURI);
}

/** The page's address with another text after its `#`; '' for none. */
export function addressWith(hash: string): string {
  const url = new URL(pageAddress());
  url.hash = hash;
  return url.href;
}

/** Whether the user wants little to move; it may change while the page is open. */
export const reducedMotion = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)');

/** Whether the user wants little to move now. */
export function isCalm(): boolean {
  return reducedMotion.matches;
}
