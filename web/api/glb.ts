/** What makes a GLB, in a chunk of its own: it is loaded with the first `toGlb`. */
export { GLB_DEFAULTS } from '../glb/input.ts';
export { meantAnimations } from '../glb/named-clips.ts';
export { toGlb } from '../glb/to-glb.ts';
