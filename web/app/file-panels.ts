/** The panels that only a file fills: they are loaded with the first one. */

export { mountHex } from '../bytes/hex/hex.ts';
export { mountInspector } from '../bytes/inspector/inspector.ts';
export { mountHexMenu, mountTreeMenu } from '../export/context-menu.ts';
export { mountTree } from '../structure/tree/tree.ts';
export { mountHistory } from './history/history.ts';
