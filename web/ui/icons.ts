/** SVG paths of the page's icons, on a 24 × 24 grid. */

export const CROSS = 'M6 6l12 12M18 6L6 18';
export const CUBE = [
  'M12 2.5l8.5 4.8v9.4L12 21.5l-8.5-4.8V7.3z',
  'M3.5 7.3l8.5 4.7 8.5-4.7M12 12v9.5',
] as const;
export const TREE = ['M4.5 4v14h6M4.5 9h6', 'M10.5 6.5h10v5h-10zM10.5 15.5h10v5h-10z'] as const;
export const TABLE = ['M3 5h18v14H3z', 'M3 10h18M10 10v9'] as const;
export const INFO = ['M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z', 'M12 11v5.5M12 7.5v.1'] as const;
/** An archive. */
export const BOX = ['M4 8h16v11a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1z', 'M3 4h18v4H3zM10 12h4'] as const;
export const FOLDER = 'M3 7a2 2 0 0 1 2-2h4l2 2h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z';
export const OPEN = [FOLDER, 'M12 11v6M9 14h6'] as const;
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
/** Many files, each of them checked. */
export const CHECKLIST = ['M3.5 6.5l2 2 3-3.5M12 7h8.5', 'M3.5 15.5l2 2 3-3.5M12 16h8.5'] as const;
export const ALERT = ['M12 4l9 16H3z', 'M12 10v4M12 17v.1'] as const;
export const REFUSED = ['M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z', 'M6 6l12 12'] as const;
export const SEARCH = ['M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14z', 'M16 16l4.5 4.5'] as const;
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
export const BACK = 'M15 5l-7 7 7 7';
export const FORWARD = 'M9 5l7 7-7 7';
export const CODE = ['M8 7l-5 5 5 5', 'M16 7l5 5-5 5'] as const;
export const IMAGE = ['M4 5h16v14H4z', 'M4 16l5-5 4 4 2-2 5 4', 'M15.5 9v.1'] as const;
export const VIDEO = ['M4 5h16v14H4z', 'M10.5 9v6l4.5-3z'] as const;
/** A file of data. */
export const DATA = ['M6 3h8l4 4v14H6z', 'M14 3v4h4M9 12h6M9 16h6'] as const;
export const BOOK = [
  'M5 4h6a1 1 0 0 1 1 1v15a3 3 0 0 0-3-2H5z',
  'M19 4h-6a1 1 0 0 0-1 1v15a3 3 0 0 1 3-2h4z',
] as const;
export const QR = [
  'M4 4h6v6H4z',
  'M14 4h6v6h-6z',
  'M4 14h6v6H4z',
  'M14 14h2v2M20 14v.1M18 18h2v2M14 19v1',
] as const;
/** Two side by side. */
export const COLUMNS = ['M4 5h16v14H4z', 'M12 5v14'] as const;
/** Into the page. */
export const IMPORT = ['M12 4v11M8 11l4 4 4-4', 'M5 13v6h14v-6'] as const;
/** Points down: a menu opens. */
export const CHEVRON = 'M7 10l5 5 5-5';
/** To the one above, to the one below. */
export const STEP_UP = 'M6 15l6-6 6 6';
export const STEP_DOWN = 'M6 9l6 6 6-6';
export const BOOKMARK = 'M7 4h10v16l-5-4-5 4z';
/** What leads here. */
export const REFERENCES = ['M19 5v6a3 3 0 0 1-3 3H5', 'M9 10l-4 4 4 4'] as const;
/** A column at one side of the page. */
export const PANEL_LEFT = ['M4 5h16v14H4z', 'M9.5 5v14'] as const;
export const PANEL_RIGHT = ['M4 5h16v14H4z', 'M14.5 5v14'] as const;
/** Two joints and what is between them. */
export const NODE = [
  'M7 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  'M17 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  'M8.8 15.2l6.4-6.4',
] as const;
/** Where another model is held. */
export const SOCKET = ['M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14z', 'M12 2v6M12 16v6M2 12h6M16 12h6'] as const;
