/** What makes an OBJ, in a chunk of its own: it is loaded with the first `toObj`. */
export { posedPieces, poseInWords } from '../obj/input.ts';
export { toObj } from '../obj/to-obj.ts';
