/**
 * Data that glTF has no property for, as `extras` (docs/export.md lists every key). Blender keeps extras of nodes, joints,
 * meshes and materials, loses those of animations, and turns nested ones into text. So nested data, and data of animations, are
 * one JSON text at the root.
 */
import type { AbcFile, Exporting, Info } from '@lithoscope/core';
import { toJson } from '../explain/json.ts';
import { shortestF32 } from '../explain/values.ts';
import { Crc32 } from '../lib/crc32.ts';
import { baseName } from '../lib/file-names.ts';
import type { ExportedClip } from './clips.ts';
import type { GlbClip, GlbInput, GlbOptions, GlbSkin } from './input.ts';
import type { GlbReport } from './report.ts';
import { templateOf } from './template.ts';

/** A JSON value. Integers fit 32 bits, as Blender requires. */
type ExtrasValue =
  | string
  | number
  | boolean
  | readonly ExtrasValue[]
  | { readonly [key: string]: ExtrasValue };
export type Extras = Record<string, ExtrasValue>;

/** Version of the JSON text: raised when a key is removed or changes its meaning. */
export const EXTRAS_FORMAT = 1;

/** Longer lists are only in the JSON text: Blender makes each element a property. */
const MOST_PROPERTIES = 256;

/** The facts about an export in the extras of the root. */
export interface ExportFacts {
  readonly input: GlbInput;
  readonly exporting: Exporting;
  readonly options: GlbOptions;
  readonly clips: readonly ExportedClip[];
  readonly leftOut: readonly GlbClip[];
  /** The file is left-handed: glTF's X is its −X. Otherwise glTF's X and Z are its −X and −Z. */
  readonly mirrorZ: boolean;
  /** Names in the GLB: of `info.nodes` and `info.sockets` by index, and of the meshes. */
  readonly names: {
    readonly joints: readonly string[];
    readonly sockets: readonly string[];
    readonly meshes: readonly { readonly piece: number; readonly lod: number; readonly name: string }[];
  };
  readonly report: Pick<GlbReport, 'deviations' | 'morphTargets' | 'morphDeviation' | 'notes'>;
}

/** Extras of the root node: `lithoscope`, the JSON text, the template of the file, and data that people look for in Blender. */
export function rootExtras(facts: ExportFacts): Extras {
  const { info } = facts.input.file;
  const { weightSets, childModels } = info;
  const radius = info.header.InternalRadius;
  const template = facts.options.template ? templateOf(facts) : null;
  return {
    lithoscope: toJson({
      ...description(facts),
      template: template !== null,
      marks: facts.options.template || undefined,
    }),
    ...(template !== null && { lt_template: template }),
    lta_version: info.version,
    lta_command_string: info.commandString,
    ...(typeof radius === 'number' && { lta_global_radius: plain(radius) }),
    ...(isShort(weightSets) && {
      lta_weightsets: weightSets.map((set) => ({ name: set.name, weights: set.nodeWeights.map(plain) })),
    }),
    ...(isShort(childModels) && {
      lta_childmodels: childModels.map(({ name, buildNumber }) => ({
        name,
        build_number: integer(buildNumber),
      })),
    }),
  };
}

/** @param node index into `info.nodes`; −1 for a joint that is not in the file */
export function jointExtras({ info }: AbcFile, node: number, glbName: string): Extras {
  const stored = info.nodes[node];
  if (!stored) return { lt_index: -1 };
  return {
    lt_index: node,
    ...originalName(stored.name, glbName),
    lt_flags: stored.flags,
    lta_node_flags: stored.flags,
  };
}

/** @param socket index into `info.sockets` */
export function socketExtras({ info }: AbcFile, socket: number): Extras {
  const stored = info.sockets[socket];
  return { lt_socket: socket, ...(stored && { lt_name: stored.name }) };
}

/** Extras of the mesh of a piece at a level. @param piece index into `info.pieces` */
export function pieceExtras({ info }: AbcFile, piece: number, lod: number, glbName: string): Extras {
  const stored = info.pieces[piece];
  if (!stored) return {};
  return {
    lt_piece: piece,
    lt_lod: lod,
    ...originalName(stored.name, glbName),
    lt_material: stored.materialIndex,
    lta_texture_index: stored.materialIndex,
    ...(info.features.pieces && {
      lta_lod_weight: plain(stored.lodWeight),
      lta_specular_power: plain(stored.specularPower),
      lta_specular_scale: plain(stored.specularScale),
    }),
  };
}

/** @param slot MaterialIndex of the pieces that have it, 0 in v6 */
export function materialExtras(slot: number, skin: GlbSkin | undefined): Extras {
  return { lt_material: slot, ...(skin && { lt_skin: skin.name }) };
}

/** Extras of an animation. Blender drops them; the JSON text of the root has the same. */
export function animationExtras({ clip, file, name }: ExportedClip): Extras {
  const info = file.info.animations[clip.animation];
  const { times, strings } = file.keyframes(clip.animation);
  return {
    lt_index: clip.animation,
    ...(info && {
      ...originalName(info.name, name),
      lta_dims: info.extents.map(plain),
      lta_interp_time: integer(info.interpolationTime),
    }),
    lta_keyframe_times: Array.from(times),
    lta_keyframe_strings: strings,
    lt_events: strings.flatMap((text, key) => (text ? [{ time: (times[key] ?? 0) / 1000, text }] : [])),
  };
}

/** The data of the JSON text at the root; `undefined` is left out, and numbers that are not finite are texts. */
function description({ input, options, clips, leftOut, mirrorZ, names, report }: ExportFacts) {
  const { file } = input;
  const { info } = file;
  const exported = new Map(clips.map(({ clip, name }) => [clip.source < 0 ? clip.animation : -1, name]));
  return {
    format: EXTRAS_FORMAT,
    file: baseName(input.name),
    bytes: file.bytes.length,
    crc32: crc32(file.bytes),
    modelFormat: info.format === 'abc' ? undefined : info.format,
    version: info.version,
    token: info.token || undefined,
    sections: info.sections.map(({ type }) => type),
    header: info.header,
    commandString: info.commandString,
    space: {
      axes: mirrorZ ? [-1, 1, 1] : [-1, 1, -1],
      scale: options.scale,
      frontSign: info.space.frontSign,
    },
    transformInfo: info.transformInfo ?? undefined,
    restAnimation: info.features.bindPose
      ? undefined
      : (options.interpretation.restAnimation ?? info.restAnimation),
    conjugateKeys: info.features.interpretation ? conjugates(info, options) : undefined,
    levels: info.lodCount,
    nodes: info.nodes.map(({ name, index, flags, parent, deformationVertices }, i) => ({
      name,
      joint: differing(names.joints[i], name),
      index,
      flags,
      parent,
      deformationVertices: deformationVertices || undefined,
    })),
    pieces: info.pieces.map(({ lods, ...piece }) => ({
      ...piece,
      levels: lods.map(({ faces, vertices, weights }) => [faces, vertices, weights]),
    })),
    meshes: names.meshes,
    sockets: info.sockets.map((socket, i) => ({ ...socket, empty: names.sockets[i] })),
    weightSets: info.weightSets,
    childModels: info.childModels,
    bindings: info.bindings,
    skins: [...input.skins].map(([slot, { name, alphaMode }]) => ({ slot, name, alphaMode })),
    animations: Object.fromEntries(clips.map((clip) => [clip.name, animation(clip, input)])),
    ownAnimations: info.animations.map(({ name }, index) => ({
      name,
      exportedAs: exported.get(index) ?? null,
    })),
    leftOut,
    deviations: report.deviations,
    morphTargets: report.morphTargets,
    morphDeviation: report.morphDeviation,
    notes: report.notes,
  };
}

function animation({ clip, file, origin }: ExportedClip, input: GlbInput) {
  const info = file.info.animations[clip.animation];
  const { times, strings } = file.keyframes(clip.animation);
  const source = input.sources[clip.source];
  return {
    source: source && { file: baseName(source.name), child: source.child },
    index: clip.animation,
    ...info,
    origin,
    times: Array.from(times),
    strings: strings.flatMap((text, key) => (text ? [{ key, text }] : [])),
  };
}

function crc32(bytes: Uint8Array): number {
  const sum = new Crc32();
  sum.add(bytes);
  return sum.value;
}

function conjugates(info: Info, { interpretation }: GlbOptions): boolean {
  return interpretation.conjugateKeys ?? (info.transformInfo?.fixAnimKeyframes ?? 1) !== 0;
}

const isShort = (list: readonly unknown[]): boolean => list.length > 0 && list.length <= MOST_PROPERTIES;

/** NaN and infinities as texts, as JSON and Blender have none. */
const plain = (value: number): number | string =>
  Number.isFinite(value) ? shortestF32(value) : String(value);

/** Blender has whole numbers of 32 bits with a sign, and floats. */
const integer = (value: number): number | string => (value <= 0x7fffffff ? value : String(value));

const differing = (glbName: string | undefined, name: string) => (glbName === name ? undefined : glbName);

const originalName = (name: string, glbName: string): Extras => (name === glbName ? {} : { lt_name: name });
