/** The panels that only a file fills: they are loaded with the first one. */
export { mountHexMenu, mountTreeMenu } from '../copy/context-menu.ts';
export { mountHex } from '../hex/hex.ts';
export { mountHistory } from '../history/history.ts';
export { mountInspector } from '../inspector/inspector.ts';
export { mountTree } from '../tree/tree.ts';
