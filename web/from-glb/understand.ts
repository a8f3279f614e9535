/** What a GLB or glTF is made of, before it is made into a model: what the page and the command line say first. */
import type { NewVersion } from '@lithoscope/core';
import type { DraftMaker } from './draft-of.ts';
import { type Contents, contentsOf, vertexCount } from './drafting/contents.ts';
import { recordIn } from './drafting/extras.ts';
import { cuesOf } from './drafting/frame-strings.ts';
import { hasColour, hexOf, isFlat } from './drafting/palette.ts';
import { sceneOf } from './drafting/scene.ts';
import { slotsOf } from './drafting/slots.ts';
import { expectMade, numbersOf, targetCount, triangleCount } from './for-core.ts';
import type { Animation } from './gltf.ts';
import { IMPORT_DEFAULTS, type ImportOptions } from './options.ts';
import type { ImportNote } from './report.ts';
import type { GltfSource } from './source.ts';
import { expectModel, whyNotShown } from './source-limits.ts';

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
  const { document, description } = source;
  const contents = contentsOf(source);
  // What goes back into a file is as large as that.
  if (!description) expectModel(source, contents);
  const { meshes, skins, sockets } = contents;
  const joints = new Set(skins.flatMap((skin) => skin.joints));
  const { height, lengths } = measured(maker, contents, document.animations);
  const { slots } = slotsOf(document, meshes);
  return {
    from: description?.file ?? null,
    suggested: suggestedOptions(source, height, joints.size > 0),
    height,
    joints: joints.size,
    skins: skins.length,
    sockets: sockets.length,
    meshes: meshes.map(({ mesh, name }) => ({
      name,
      triangles: mesh.primitives.reduce((sum, one) => sum + triangleCount(one), 0),
      morphTargets: targetCount(mesh),
    })),
    materials: [...slots].map(([material, slot]) => ({
      name: material.name,
      slot,
      hasPicture: !isFlat(material),
      colour: hasColour(material) ? hexOf(material) : null,
    })),
    animations: document.animations.map((animation, i) => {
      const name = animation.name;
      const json = recordIn(recordIn(description?.json ?? {}, 'animations'), name);
      const cues = cuesOf(animation.extras, description?.animations.get(name) ?? null, json);
      return {
        name,
        length: lengths[i] ?? 0,
        strings: cues.length,
      };
    }),
    notes: source.notes,
    notShown: whyNotShown(source, contents),
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

/** How high it is, and how long its animations are, milliseconds. */
function measured(
  maker: DraftMaker,
  contents: Contents,
  animations: readonly Animation[],
): { readonly height: number; readonly lengths: readonly number[] } {
  const { meshes } = contents;
  const all = meshes.reduce((sum, { mesh }) => sum + vertexCount(mesh), 0);
  const stride = Math.max(1, Math.ceil(all / MOST_LOOKED_AT));
  const drafting = expectMade(maker.drafting(sceneOf(contents, animations), IMPORT_DEFAULTS));
  try {
    for (const [i, { mesh, skin }] of meshes.entries()) {
      for (const primitive of mesh.primitives) {
        const numbers = (name: string, size: number) =>
          numbersOf(primitive.attributes.get(name), size) ?? new Float32Array(0);
        const positions = numbers('POSITION', 3);
        const joints = skin ? numbers('JOINTS_0', 4) : new Float32Array(0);
        const weights = skin ? numbers('WEIGHTS_0', 4) : new Float32Array(0);
        expectMade(drafting.look(i, { positions, joints, weights, stride }));
      }
    }
    const lengths = drafting.skeleton.animations.map(({ length }) => length);
    return { height: expectMade(drafting.height()), lengths };
  } finally {
    drafting.delete();
  }
}
