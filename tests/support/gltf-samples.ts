/**
 * Small models in glTF of our own making, each of which shows one thing, after the manner of Khronos' sample models. What
 * stands here is all that they are made of.
 */
import { dracoOf } from './gltf/draco.ts';
import {
  centimetres,
  eightWeights,
  morphed,
  morphedSmoothly,
  skinned,
  skinnedAndMorphed,
  twoSkins,
} from './gltf/figures.ts';
import {
  FAN,
  fan,
  matrixOf,
  meshopt,
  quantised,
  ribbon,
  STRIP,
  sparseAndMatrix,
  turningBox,
  twoMaterials,
  withoutFaces,
  withoutIndices,
  withoutNormals,
} from './gltf/forms.ts';
import { Making } from './gltf/making.ts';
import {
  boundElsewhere,
  camerasAndLights,
  frameStrings,
  growing,
  interpolations,
  mirroredFigure,
  movedLate,
  movingArmature,
  named,
  rigid,
  scaledSkeleton,
  sharedMesh,
  staticScale,
  still,
  unevenArmature,
} from './gltf/scenes.ts';
import { type SampleFiles, written } from './gltf/writing.ts';

export interface GltfSample {
  /** Name of the model's file. */
  readonly file: string;
  /** What it shows. */
  readonly shows: string;
  /** It holds nothing that could be a model. */
  readonly isEmpty?: true;
  /** Its movement is nothing that nodes without scale can have, so that it can only be come near to. */
  readonly isInexact?: true;
  /** The same files each time. */
  files(): Promise<SampleFiles>;
}

const UNICODE = 'Ärmel 腕 \u202Egnp.exe \0\u0007 ../..\\ 💃';

const samples: GltfSample[] = [];

function add(
  file: string,
  shows: string,
  make: () => Making,
  more: Partial<Pick<GltfSample, 'isEmpty' | 'isInexact'>> & { change?: Parameters<typeof written>[2] } = {},
): void {
  const { change, ...flags } = more;
  let made: Promise<SampleFiles> | undefined;
  const files = () => {
    made ??= written(file, make(), change);
    return made;
  };
  samples.push({ file, shows, ...flags, files });
}

add('skinned.glb', 'two joints with keys at frames of 24 a second', skinned);
add('morphed.glb', 'two morph targets, one with a weight of its own when nothing plays', morphed);
add('morphed-smoothly.glb', 'weights of morph targets on curves', morphedSmoothly);
add('skinned-and-morphed.glb', 'bones and a morph target at once', skinnedAndMorphed);
add('rigid.glb', 'boxes that hang on one another, two animations', rigid);
add('eight-weights.glb', 'eight joints a vertex', eightWeights);
add('two-skins.glb', 'several roots and two skins', twoSkins);
add('centimetres.glb', 'an armature that turns and shrinks what is in it', centimetres);
add(
  'interpolations.glb',
  'steps, lines and curves at times of their own; an animation of one key',
  interpolations,
);
add('moved-late.glb', 'an animation whose first key is late and between milliseconds', movedLate);
add(
  'static-scale.glb',
  'scales that are not uniform, a mirror and a shear, none of which is animated',
  staticScale,
);
add('scaled-skeleton.glb', 'joints with scales of their own', scaledSkeleton);
add(
  'moving-armature.glb',
  'what carries the joints moves, and so does what the mesh hangs on',
  movingArmature,
);
add('mirrored-figure.glb', 'a skeleton with a negative scale', mirroredFigure);
add('bound-elsewhere.glb', 'joints that stand elsewhere than where they were bound', boundElsewhere);
add('growing.glb', 'a scale that is animated', growing, { isInexact: true });
add('uneven-armature.glb', 'joints that turn below an uneven scale', unevenArmature, { isInexact: true });
add('without-indices.glb', 'triangles without indices', withoutIndices);
add('strip.glb', 'a strip of triangles', () =>
  turningBox(new Making(), ribbon(), (primitive) => primitive.setMode(STRIP)),
);
add('fan.glb', 'a fan of triangles without indices', () =>
  turningBox(new Making(), fan(), (primitive) => primitive.setMode(FAN).setIndices(null)),
);
add('without-normals.glb', 'neither normals nor texture coordinates', withoutNormals);
add('quantised.glb', 'numbers of 8 and 16 bits', quantised);
add('meshopt.glb', 'buffers compressed by meshopt', meshopt);
add('draco.glb', 'meshes compressed by Draco', skinned, { change: dracoOf });
add('two-materials.glb', 'a mesh of two materials', twoMaterials);
add('shared-mesh.glb', 'one mesh in several places, one of them at a joint', sharedMesh);
add('sparse-and-matrix.glb', 'sparse numbers, and a node with a matrix', sparseAndMatrix, {
  change: matrixOf,
});
add('still.glb', 'a mesh without animation', still);
add('frame-strings.glb', 'frame strings in the extras of an animation', frameStrings);
add('unicode.glb', 'names of all kinds of characters', () => named(UNICODE));
add('long-names.glb', 'names of 64 KB', () => named('n'.repeat(65_536)));
add('external.gltf', 'a JSON text with its numbers in a file beside it', skinned, {
  change: () => undefined,
});
add('empty.glb', 'a scene of nothing', () => new Making(), {
  isEmpty: true,
  change: ({ scenes }) => {
    if (scenes) scenes[0] = {} as never;
    return undefined;
  },
});
add('cameras-and-lights.glb', 'a camera and a light alone', camerasAndLights, { isEmpty: true });
add('without-faces.glb', 'lines and points alone', withoutFaces, { isEmpty: true });

/** Each named by its file. */
export const gltfSamples: readonly GltfSample[] = samples;

/** The sample of a name, and the bytes of a GLB. */
export async function gltfSample(file: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = (await samples.find((sample) => sample.file === file)?.files())?.get(file);
  if (!bytes) throw new Error(`no sample ${file}`);
  return bytes;
}
