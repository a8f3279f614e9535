/** What makes a GLB, in a chunk of its own: it is loaded with the first `toGlb`. */
export { GLB_DEFAULTS } from '../to-glb/input.ts';
export { meantAnimations } from '../to-glb/names.ts';
export { toGlb } from '../to-glb/to-glb.ts';
