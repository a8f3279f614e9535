/** Pictures of what is shown and what is hidden, for `icon`. */

export const EYE = ['M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12z', 'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z'];
export const HIDDEN_EYE = [
  'M3 3l18 18',
  'M10 6a10 10 0 0 1 12 6 15 15 0 0 1-3 4M6 8a15 15 0 0 0-4 4s4 7 10 7a9 9 0 0 0 5-2',
];
