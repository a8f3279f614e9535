/** Names of new elements of a model. */

/**
 * A name that is not taken, ignoring case: `Walk`, `Walk_2` …
 * @param longest characters
 */
export function freeName(names: Iterable<string>, wanted: string, longest = 4095): string {
  const taken = new Set(Array.from(names, (name) => name.toLowerCase()));
  if (!taken.has(wanted.toLowerCase())) return wanted;
  for (let i = 2; ; i++) {
    const ending = `_${i}`;
    const name = wanted.slice(0, longest - ending.length) + ending;
    if (!taken.has(name.toLowerCase())) return name;
  }
}
