/** What reads a GLB or glTF, in a chunk of its own: it is loaded with the first `importGltf`. */
export { convertedTo, formatsOf } from '../from-glb/converted.ts';
export { importModel } from '../from-glb/import.ts';
export { NotImported } from '../from-glb/report.ts';
export { understand } from '../from-glb/understand.ts';
export { readGltf } from '../gltf/read.ts';
