/** Names as Blender and files can have them. */

/** Blender cuts names here. */
const MOST_NAME = 63;

/** What a person made of the name of something that was exported as `exported`; null: nothing. */
export function renamed(name: string, exported: string | undefined): string | null {
  if (exported === undefined || name === '' || name === exported) return null;
  // A name that another thing had when it was made has a number behind it.
  const plain = name.replace(/\.\d{3}$/, '');
  return plain === exported || cut(exported) === name || cut(exported) === plain ? null : name;
}

function cut(name: string): string {
  const bytes = new TextEncoder().encode(name);
  return bytes.length <= MOST_NAME
    ? name
    : new TextDecoder().decode(bytes.subarray(0, MOST_NAME)).replace(/\ufffd+$/, '');
}

/** As a file can have it. */
export function latin1(text: string): string {
  return Array.from(text.slice(0, 0xffff), (character) => (character > '\u00ff' ? '?' : character)).join('');
}
