/** What makes an OBJ, in a chunk of its own: it is loaded with the first `toObj`. */
export { posedPieces, poseInWords } from '../to-obj/input.ts';
export { toObj } from '../to-obj/to-obj.ts';
