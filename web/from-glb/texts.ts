/** Names and other texts as the files have them: printable ASCII, up to a number of bytes. */

/** What stands for a character that ASCII does not have. */
const OTHER = '_';

/** The nearest text that a file can have: accents are dropped, what has no letter in ASCII becomes `_`. */
export function asciiOf(text: string, longest: number): string {
  // A text may have any length; what is behind the limit is not looked at.
  const near = text.slice(0, 4 * longest).normalize('NFKD');
  return near
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^ -~]/gu, OTHER)
    .slice(0, longest);
}

/** The same for names that must differ, whatever their case: those that come again get a number. */
export function distinctNames(names: readonly string[], longest: number): string[] {
  const taken = new Set<string>();
  const next = new Map<string, number>();
  return names.map((text) => {
    const name = asciiOf(text, longest);
    const key = name.toLowerCase();
    let free = name;
    for (let i = next.get(key) ?? 2; taken.has(free.toLowerCase()); i++) {
      const end = `_${i}`;
      free = name.slice(0, longest - end.length) + end;
      next.set(key, i + 1);
    }
    taken.add(free.toLowerCase());
    return free;
  });
}
