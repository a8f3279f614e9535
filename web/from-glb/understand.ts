/** What a GLB or glTF is made of, before it is made into a model: what the page and the command line say first. */
import type { Drafting, NewVersion } from '@lithoscope/core';
import type { Mesh } from '../gltf/document.ts';
import type { GltfSource } from '../gltf/source.ts';
import { type DraftMaker, draftingOf } from './draft-of.ts';
import { expectMade, numbersOf, targetCount, triangleCount } from './for-core.ts';
import { IMPORT_DEFAULTS, type ImportOptions } from './options.ts';
import { type ImportNote, NotImported } from './report.ts';
import { vertexCount, whyNotShown } from './source-limits.ts';

export interface Understood {
  /** The name of the file that it was exported from here of; null: from elsewhere. */
  readonly from: string | null;
  readonly suggested: ImportOptions;
  /** Of the model when nothing plays, units of glTF, along the axis that is up there. */
  readonly height: number;
  readonly joints: number;
  readonly skins: number;
  readonly sockets: number;
  readonly meshes: readonly {
    readonly name: string;
    readonly triangles: number;
    readonly morphTargets: number;
  }[];
  readonly materials: readonly {
    readonly name: string;
    readonly slot: number;
    readonly hasPicture: boolean;
    /** `#FF8000`; null: white. */
    readonly colour: string | null;
  }[];
  /** `length` in milliseconds; `strings`: frame strings. */
  readonly animations: readonly {
    readonly name: string;
    readonly length: number;
    readonly strings: number;
  }[];
  readonly notes: readonly ImportNote[];
  /** Why the source is not shown, a sentence; null where it can be. */
  readonly notShown: string | null;
}

/** Vertices that are looked at for the height. */
const MOST_LOOKED_AT = 500_000;

/** @throws NotImported, whose message is a sentence for the user, when it is too large to be made into a model */
export function understand(maker: DraftMaker, source: GltfSource): Understood {
  const drafting = draftingOf(maker, source, IMPORT_DEFAULTS);
  try {
    return understood(drafting, source);
  } finally {
    drafting.delete();
  }
}

function understood(drafting: Drafting, source: GltfSource): Understood {
  const { document, description } = source;
  const { contents } = drafting;
  // What goes back into a file is as large as that.
  if (!description && contents.tooLarge) throw new NotImported(contents.tooLarge);
  const meshes = Array.from(contents.meshNodes, (node) => document.nodes[node]?.mesh as Mesh);
  const height = heightOf(drafting, meshes);
  return {
    from: description?.file ?? null,
    suggested: suggestedOptions(source, height, contents.joints > 0),
    height,
    joints: contents.joints,
    skins: contents.skins,
    sockets: contents.sockets,
    meshes: meshes.map((mesh, i) => ({
      name: contents.meshNames[i] as string,
      triangles: mesh.primitives.reduce((sum, one) => sum + triangleCount(one), 0),
      morphTargets: targetCount(mesh),
    })),
    materials: document.materials.flatMap(({ name, texture }, i) => {
      const slot = contents.slots[i] ?? null;
      const colour = contents.colours[i] || null;
      return slot === null ? [] : { name, slot, hasPicture: texture !== null, colour };
    }),
    animations: document.animations.map(({ name }, i) => ({
      name,
      length: contents.lengths[i] ?? 0,
      strings: contents.strings[i] ?? 0,
    })),
    notes: source.notes,
    notShown: whyNotShown(source, contents, meshes),
  };
}

/** What an export of a file of a version is made into: that version, where new files can have it. */
export function suggestedVersion(version: number): NewVersion {
  return version === 6 || version === 9 || version === 10 || version === 11 ? version : 12;
}

/** Units for one of glTF: of what stands in metres, centimetres, or units already. */
function suggestedOptions({ description }: GltfSource, height: number, isSkinned: boolean): ImportOptions {
  if (description) {
    const { version } = description;
    return {
      ...IMPORT_DEFAULTS,
      version: suggestedVersion(version),
      scale: 1 / description.scale,
    };
  }
  return { ...IMPORT_DEFAULTS, scale: suggestedScale(height, isSkinned) };
}

/** A human of glTF has 1.6 to 2 metres, and about 100 units in a game: a unit is 2 cm. */
function suggestedScale(height: number, isSkinned: boolean): number {
  if (!(height > 0)) return 50;
  if (height < 0.1 && isSkinned) return rounded(100 / height);
  if (height < 10) return 50;
  // Units already, then centimetres.
  if (height < 130) return 1;
  if (height < 1000) return 0.5;
  return rounded(100 / height);
}

/** To one digit. */
function rounded(value: number): number {
  return Number(value.toPrecision(1));
}

/** Units of glTF. */
function heightOf(drafting: Drafting, meshes: readonly Mesh[]): number {
  const all = meshes.reduce((sum, mesh) => sum + vertexCount(mesh), 0);
  const stride = Math.max(1, Math.ceil(all / MOST_LOOKED_AT));
  for (const [i, mesh] of meshes.entries()) {
    const isSkinned = (drafting.contents.meshJoints[i] as number) >= 0;
    for (const { attributes } of mesh.primitives) {
      const numbers = (name: string, size: number) =>
        numbersOf(attributes.get(name), size) ?? new Float32Array(0);
      const positions = numbers('POSITION', 3);
      const joints = isSkinned ? numbers('JOINTS_0', 4) : new Float32Array(0);
      const weights = isSkinned ? numbers('WEIGHTS_0', 4) : new Float32Array(0);
      expectMade(drafting.look(i, { positions, joints, weights, stride }));
    }
  }
  return expectMade(drafting.height());
}
