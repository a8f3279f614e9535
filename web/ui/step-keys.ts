/** Keys that lead along a row or column of things, as the ARIA patterns of tabs, menus and lists have it. */

/** The two keys that lead to the next one and to the one before. */
export interface StepKeys {
  readonly next: string;
  readonly previous: string;
}

/** Where a key leads from `at` among `count`, around the ends; −1 for other keys. */
export function stepTo(key: string, at: number, count: number, { next, previous }: StepKeys): number {
  switch (key) {
    case next:
      return (at + 1) % count;
    case previous:
      return (at + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return -1;
  }
}
