/** SVG paths of the page's icons, on a 24 × 24 grid. */

export const CROSS = 'M6 6l12 12M18 6L6 18';
export const CUBE = [
  'M12 2.5l8.5 4.8v9.4L12 21.5l-8.5-4.8V7.3z',
  'M3.5 7.3l8.5 4.7 8.5-4.7M12 12v9.5',
] as const;
/** An archive. */
export const BOX = ['M4 8h16v11a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1z', 'M3 4h18v4H3zM10 12h4'] as const;
export const FOLDER = 'M3 7a2 2 0 0 1 2-2h4l2 2h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z';
export const TILES = [
  'M4 4h6.5v6.5H4z',
  'M13.5 4H20v6.5h-6.5z',
  'M4 13.5h6.5V20H4z',
  'M13.5 13.5H20V20h-6.5z',
] as const;
export const CONTRAST = [
  'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  'M12 3v18M12 8h7.5M12 12h9M12 16h7.5',
] as const;
export const HELP = ['M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4', 'M12 18v.1'] as const;
export const PENCIL = ['M4 20l1-4L16.5 4.5l3 3L8 19z', 'M14.5 6.5l3 3'] as const;
export const PLUS = 'M12 5v14M5 12h14';
export const TRASH = ['M4 7h16M9 7V4h6v3', 'M6 7l1 13h10l1-13', 'M10 11v5M14 11v5'] as const;
export const COPY = ['M9 9h11v11H9z', 'M15 9V4H4v11h5'] as const;
export const UP = 'M12 19V5M6 11l6-6 6 6';
export const DOWN = 'M12 5v14M6 13l6 6 6-6';
export const CHECK = 'M5 13l4 4L19 7';
export const ALERT = ['M12 4l9 16H3z', 'M12 10v4M12 17v.1'] as const;
export const REFUSED = ['M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z', 'M6 6l12 12'] as const;
export const SEARCH = ['M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14z', 'M16 16l4.5 4.5'] as const;
export const DROP = 'M12 3.5s6 6.5 6 10.5a6 6 0 0 1-12 0c0-4 6-10.5 6-10.5z';
export const SLIDERS = ['M4 8h8M16 8h4M14 6v4', 'M4 16h2M10 16h10M8 14v4'] as const;
export const LINK = [
  'M10 14a4 4 0 0 0 5.7 0l3.5-3.5a4 4 0 0 0-5.7-5.7l-1 1',
  'M14 10a4 4 0 0 0-5.7 0l-3.5 3.5a4 4 0 0 0 5.7 5.7l1-1',
] as const;
export const UNDO = ['M9 14L4 9l5-5', 'M4 9h10a5.5 5.5 0 0 1 0 11h-4'] as const;
export const REDO = ['M15 14l5-5-5-5', 'M20 9H10a5.5 5.5 0 0 0 0 11h4'] as const;
export const MORE = ['M5 12v.01', 'M12 12v.01', 'M19 12v.01'] as const;
export const PLAY = ['M8 5.5v13l10.5-6.5z'] as const;
export const BYTES = ['M4 6h3v5H4z', 'M11 6v5M15 6h3v5h-3z', 'M5 14v5M9 14h3v5H9zM17 14v5'] as const;
export const LAYERS = ['M12 4l8 4-8 4-8-4z', 'M4 12l8 4 8-4M4 16l8 4 8-4'] as const;
/** Out of the page. */
export const SHARE = ['M12 15V4M8 8l4-4 4 4', 'M5 13v6h14v-6'] as const;
export const CURVE = 'M3 17c5 0 4-10 9-10s4 10 9 10';

const WINDOW = 'M4 5h16v14H4z';
/** By command: the window, and the part of it that shows or hides. */
export const LAYOUT_ICONS: Readonly<Record<string, readonly string[]>> = {
  'view.left': [WINDOW, 'M9.5 5v14M4 9h5.5M4 13h5.5'],
  'view.drawer': [WINDOW, 'M4 14h16M9 14v5M14 14v5'],
  'view.right': [WINDOW, 'M14.5 5v14M14.5 9H20M14.5 13H20'],
  'view.card': [WINDOW, 'M13 5v14M13 13h7'],
};
