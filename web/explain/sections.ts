/** The hue of each section type, the same in tree, bytes and timeline. Similar sections share one. */

const HUES: Readonly<Record<string, string>> = {
  Header: '--hue-header',
  LTBHeader: '--hue-header',
  File: '--hue-header',
  Boxes: '--hue-sockets',
  Pieces: '--hue-pieces',
  Geometry: '--hue-pieces',
  Nodes: '--hue-nodes',
  ChildModels: '--hue-children',
  HitGroups: '--hue-children',
  TriStrips: '--hue-children',
  Animation: '--hue-animation',
  Sockets: '--hue-sockets',
  TransformInfo: '--hue-sockets',
  AnimBindings: '--hue-bindings',
  AnimDims: '--hue-bindings',
  'on-load-cmds': '--hue-header',
  'tools-info': '--hue-header',
  hierarchy: '--hue-nodes',
  shape: '--hue-pieces',
  animset: '--hue-animation',
  Directory: '--hue-nodes',
  Resource: '--hue-pieces',
};

/** Colour token of a section type as the file names it; a neutral one for any other. */
export function sectionHue(type: string | undefined): string {
  return (type !== undefined && Object.hasOwn(HUES, type) && HUES[type]) || '--hue-none';
}
