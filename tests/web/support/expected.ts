/** What other programs say of a model: tests/expected, and the folders `expected` of a corpus. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { samplesFolder } from './samples.ts';

type Vector = [number, number, number];

export interface ExpectedPose {
  anim: string;
  time: number;
  /** Missing: it repeats. */
  loop?: boolean;
  /** Animations of the model above that one, each with the weights of a set. */
  layers?: { anim: string; time: number; weight_set: string }[];
  /** v9+ only, as are base and origin. */
  lod?: number;
  /** The file in the same folder that has the animation. */
  base?: string | null;
  origin?: Vector;
  bbox: [Vector, Vector];
  /** Vertices over all pieces; v6: the first NormalVerts. */
  count: number;
  /** v9+ [piece, vertex, …], v6 [vertex, …]; then position and normal. */
  samples: number[][];
  node_translations: Vector[];
}

/** What is of v9+ alone, of v6 alone, or not said in every corpus is optional. */
export interface Expected {
  size: number;
  version: number;
  leaf_fields: number;
  /** The codes of errors and warnings. */
  findings?: string[];
  sections: { name: string; offset: number; size: number; next: number }[];
  poses: ExpectedPose[];
  /** Those that do not repeat, or have layers. */
  other_poses?: ExpectedPose[];
  header?: Record<string, number | string | number[]>;
  pieces?: {
    name: string;
    material: number;
    specular_power: number;
    specular_scale: number;
    lod_weight: number;
    unknown: number;
    lods: { faces: number; vertices: number; weights: number }[];
  }[];
  faces?: number;
  vertices?: number;
  normal_vertices?: number;
  collapses?: number;
  /** [name, flags, parent, deformation vertices] */
  nodes?: [string, number, number, number][];
  transform_info?: [number, number] | null;
  /** [name, length, keys] */
  animations?: [string, number, number][];
  faces_after?: Record<string, number>;
}

const folder = fileURLToPath(new URL('../../expected', import.meta.url));

const inFile = (path: string): Expected | null =>
  existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;

/** What is expected of a fixture; null: nothing was written down. */
export const expectedOfFixture = (name: string) => inFile(join(folder, 'fixtures', `${name}.json`));

/** What is expected of a sample, or of `GAME/models/X.abc`, which `GAME/expected/X.abc.json` says. */
function expectedOf(model: string): Expected | null {
  const [home, json] = [dirname(model), `${basename(model)}.json`];
  if (home === samplesFolder) return inFile(join(folder, json));
  return basename(home) === 'models' ? inFile(join(home, '../expected', json)) : null;
}

/** Those of the models of which something is expected, with that. */
export const withExpectations = (models: readonly string[]): [model: string, expected: Expected][] =>
  models.flatMap((model) => {
    const expected = expectedOf(model);
    return expected ? [[model, expected]] : [];
  });
