/** Where the page is. */

/**
 * The address that relative ones are resolved against: without what follows its `#`. A link may have megabytes there,
 * which `new URL` would take apart each time.
 */
export function pageAddress(): string {
  const { baseURI } = document;
  const end = baseURI.indexOf('#');
  return end < 0 ? baseURI : baseURI.slice(0, end);
}

/** The page's address with another text after its `#`; '' for none. */
export function addressWith(hash: string): string {
  const url = new URL(pageAddress());
  url.hash = hash;
  return url.href;
}
