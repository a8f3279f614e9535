/** Animations by what people call them. */

/**
 * An animation's index by its name: exactly, else ignoring case.
 * @returns −1 when there is none
 */
export function animationNamed(names: readonly string[], wanted: string): number {
  const exact = names.indexOf(wanted);
  if (exact >= 0) return exact;
  const lower = wanted.toLowerCase();
  return names.findIndex((name) => name.toLowerCase() === lower);
}

/**
 * An animation's index by its name, else as an index.
 * @returns −1 when there is none
 */
export function findAnimation(names: readonly string[], wanted: string): number {
  const named = animationNamed(names, wanted);
  if (named >= 0) return named;
  return /^\d+$/.test(wanted) && Number(wanted) < names.length ? Number(wanted) : -1;
}

/** The word that finds an animation again: its name, or its index where another of that name comes first. */
export function animationWord(names: readonly string[], animation: number): string {
  const name = names[animation] ?? '';
  return name !== '' && findAnimation(names, name) === animation ? name : String(animation);
}
