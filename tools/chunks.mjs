/** How the page is split into files (vite.config.ts). */

/**
 * The chunks, the first that wants a module has it with all that it imports: the empty page; the workspace of an open
 * file, with three beside it, and the outline of a model, which it shows at first; and what is fetched when it is asked for. A place is a folder or a file; one that begins
 * with ! is no part of the chunk.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const CHUNKS = {
  page: ['web/main.ts'],
  core: ['wasm/js/lithoscope.ts'],
  three: ['node_modules/three/src/renderers/WebGLRenderer.js'],
  file: ['web/app/workspace.ts'],
  offline: ['web/app/offline/'],
  links: [
    'web/links/',
    '!web/links/bundle/',
    '!web/links/choices.ts',
    '!web/links/code.ts',
    '!web/links/copying.ts',
    '!web/links/qr.ts',
    '!web/links/send.ts',
    '!web/links/share.ts',
    'web/opening/remote/',
    'web/opening/partial/',
  ],
  outline: ['web/outline/outline.ts', 'web/motion/timeline/animation-list.ts'],
  panels: [
    'web/app/files-panel.ts',
    'web/app/help.ts',
    'web/bytes/find/bar.ts',
    'web/bytes/inspector/readings.ts',
    'web/bytes/results/strip.ts',
    'web/bytes/statistics/statistics.ts',
    'web/motion/animation-sources.ts',
    'web/motion/interpretation.ts',
    'web/motion/layers.ts',
    'web/outline/facts.ts',
    'web/outline/weight-sets.ts',
    'web/scene/gizmo/attach-dialog.ts',
    'web/structure/problems/problems.ts',
    'web/structure/table/table.ts',
    'web/structure/tree/tree.ts',
  ],
  reload: ['web/opening/reload.ts'],
  sheet: ['web/motion/sheet/sheet.ts'],
  overlays: ['web/scene/aids/makers.ts', 'web/scene/captions.ts', 'web/scene/stats.ts'],
  search: ['web/app/search/box.ts'],
  share: ['web/links/share.ts', 'web/links/send.ts', 'web/links/bundle/'],
  textures: [
    'web/opening/textures/load.ts',
    'web/skins/save-png.ts',
    'web/skins/sprite-view.ts',
    'web/skins/texture-view.ts',
    'web/skins/uv-view.ts',
    'wasm/js/dtx.ts',
  ],
  archive: ['web/archive/', '!web/archive/zip-writer.ts', 'web/opening/archive/', 'wasm/js/rez.ts'],
  library: ['web/library/'],
  convert: ['web/skins/convert/', '!web/skins/convert/open.ts'],
  tour: ['web/app/tour/tour.ts'],
  compare: ['web/compare/'],
  export: ['web/export/', '!web/export/film/', 'web/to-glb/', 'web/to-obj/'],
  video: ['node_modules/mediabunny/'],
  film: ['web/export/film/'],
  edit: [
    'web/bytes/inspector/reading-editor.ts',
    'web/bytes/overwrite/',
    'web/edit/',
    '!web/edit/retarget/',
    'web/motion/sheet/key-edit.ts',
    'web/scene/gizmo/',
    'web/structure/table/paste.ts',
    'web/ui/ask.ts',
    'wasm/js/editing.ts',
    'build/wasm/editing.js',
  ],
  retarget: ['web/edit/retarget/'],
  import: ['web/import/'],
};

/** Whether a module is in one of the places of a chunk. @param {string} id @param {readonly string[]} places */
export const isIn = (id, places) =>
  places.some((place) => id.includes(`/${place}`)) &&
  !places.some((place) => place.startsWith('!') && id.includes(`/${place.slice(1)}`));
