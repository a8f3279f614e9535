/** Which selections belong to one movement: a caret walked by arrow keys, a range drawn with the pointer. */
import { keyName } from '../../store/commands.ts';

/** Keys that walk from place to place. */
const WALKING = /^(Ctrl\+)?(Shift\+)?(Arrow(Up|Down|Left|Right)|PageUp|PageDown|Home|End)$/;

/**
 * Follows the keyboard and the pointer.
 * @returns a number that stays the same while one movement lasts
 */
export function watchMovements(): () => number {
  let movement = 0;
  let walking: EventTarget | null = null;
  const begin = () => {
    movement++;
    walking = null;
  };
  document.addEventListener(
    'keydown',
    (event) => {
      if (/^(Control|Shift|Alt|Meta)$/.test(event.key)) return;
      const walks = WALKING.test(keyName(event));
      if (walks && walking === event.target) return;
      begin();
      if (walks) walking = event.target;
    },
    { capture: true },
  );
  document.addEventListener('pointerdown', begin, { capture: true });
  return () => movement;
}
