/**
 * The cascade layers of the page's stylesheets. Every sheet in a room is put into the layer of that room when it is built,
 * so that a higher room overrides a lower one, whichever sheet is loaded first and however specific a selector is.
 */
import { ROOMS } from './lib/rooms.mjs';

/** The layers, lowest first. */
export const LAYERS = ['base', ...ROOMS.slice(ROOMS.indexOf('ui')), 'layout', 'access'];

/** The sheet that is loaded before all others. It declares the order. */
const FIRST = 'web/styles/tokens.css';

/** Sheets of the folder that belongs to no room; its others are of the layer `layout`. */
const STYLES = { 'tokens.css': 'base', 'base.css': 'base', 'access.css': 'access' };

/**
 * @param {string} file path of a stylesheet in the checkout
 * @returns {string | null} null for a folder that is to have none
 */
export function layerOf(file) {
  const [, room = '', name = ''] = /^web\/([^/]+)\/(.+)$/.exec(file) ?? [];
  const layer = room === 'styles' ? (STYLES[/** @type {keyof typeof STYLES} */ (name)] ?? 'layout') : room;
  return LAYERS.includes(layer) ? layer : null;
}

/**
 * @param {string} file path of a stylesheet in the checkout
 * @param {string} css
 * @returns {string} the same rules in the sheet's layer, on the same lines
 */
export function inLayer(file, css) {
  const layer = layerOf(file);
  if (!layer) throw new Error(`${file} is in no room, and so in no layer (tools/layers.mjs)`);
  return `${file === FIRST ? `@layer ${LAYERS.join(', ')}; ` : ''}@layer ${layer} { ${css}\n}\n`;
}

/**
 * Sheets taken as text (`?inline`) are not the page's: they are the element's for other pages.
 * @returns {import('vite').Plugin}
 */
export const layers = () => ({
  name: 'layers',
  enforce: 'pre',
  transform(css, id) {
    const file = /\/(web\/[^?]+\.css)$/.exec(id.replaceAll('\\', '/'))?.[1];
    return file && !id.includes('/node_modules/') ? { code: inLayer(file, css), map: null } : null;
  },
});
