/** What only the extras of an export from here know, carried over by the names of nodes and animations. */
import type { BindingInfo, Vec3 } from '@lithoscope/core';
import type { ImportOptions } from '../options.ts';
import type { ExportDescription } from '../source.ts';
import { numberIn, numbersIn, recordIn, recordsIn, textIn, vectorIn } from './extras.ts';

type Json = Readonly<Record<string, unknown>>;

/** Weights of all sets together: more are nothing that a file has. */
const MOST_WEIGHTS = 4_000_000;

/** What is known of an animation by its name in the GLB. */
export interface KnownAnimation {
  /** In the file. */
  readonly name: string | null;
  readonly extents: Vec3 | null;
  readonly interpolationTime: number | null;
  /** In the keys of its root. */
  readonly origin: Vec3 | null;
  readonly described: ReturnType<ExportDescription['animations']['get']> | null;
  /** Of the JSON text. */
  readonly json: Json;
}

const NOTHING: KnownAnimation = {
  name: null,
  extents: null,
  interpolationTime: null,
  origin: null,
  described: null,
  json: {},
};

export class Carried {
  readonly #description: ExportDescription | null;
  readonly #json: Json;
  /** Units of the new file for one of the old. */
  readonly #factor: number;
  readonly #version: number;
  /** The axes of the file are those of the one that was exported. */
  readonly #isUpright: boolean;
  /** The nodes are those of the file that was exported: its child models fit. */
  readonly #fits: boolean;
  readonly #names: readonly string[];
  /**
   * Without the model itself; none when the skeleton is another one: their animations would not fit it. Version 6 has none,
   * which its writer says.
   */
  readonly childModels: readonly { readonly name: string; readonly buildNumber: number }[];

  /** @param names of the nodes of the new file, as they are in the GLB */
  constructor(
    description: ExportDescription | null,
    { scale, version, up, turn }: ImportOptions,
    names: readonly string[],
    parents: readonly number[],
  ) {
    this.#description = description;
    this.#json = description?.json ?? {};
    this.#factor = scale * (description?.scale ?? 1);
    this.#version = version;
    this.#isUpright = up === 'y' && turn === 0;
    this.#names = names;
    const old = recordsIn(this.#json, 'nodes').map((node) => numberIn(node, 'parent') ?? -1);
    this.#fits = old.length === parents.length && old.every((parent, i) => parent === parents[i]);
    this.childModels =
      this.#fits || version === 6
        ? recordsIn(this.#json, 'childModels')
            .slice(1)
            .map((child) => ({
              name: textIn(child, 'name') ?? '',
              buildNumber: Math.min(0xffffffff, Math.max(0, Math.round(numberIn(child, 'buildNumber') ?? 0))),
            }))
        : [];
  }

  get commandString(): string {
    return textIn(this.#json, 'commandString') ?? '';
  }

  /** Units; null when nothing is known. */
  get internalRadius(): number | null {
    const radius = numberIn(recordIn(this.#json, 'header'), 'InternalRadius');
    return radius === null ? null : radius * this.#factor;
  }

  /** Up to which distance each level but the last is shown. @param levels the numbers that they had */
  lodDistances(levels: readonly number[]): number[] | null {
    const known = numbersIn(recordIn(this.#json, 'header'), 'LODDistances');
    const distances = levels.slice(1).map((level) => known[level - 1]);
    return distances.every((distance) => distance !== undefined)
      ? distances.map((distance) => distance * this.#factor)
      : null;
  }

  /** Flags of a node; those of version 6 mean something else. */
  flags(extras: Json): number {
    const flags = numberIn(extras, 'lt_flags');
    const isSameKind = this.#description && (this.#description.version === 6) === (this.#version === 6);
    return flags !== null && isSameKind && Number.isInteger(flags) && flags >= 0 && flags <= 255 ? flags : 0;
  }

  /** By the names of the nodes; a node that is new counts as the one above it. */
  weightSets(parents: readonly number[]): { name: string; weights: number[] }[] {
    const old = new Map(recordsIn(this.#json, 'nodes').map((node, i) => [this.#jointName(node, i), i]));
    const most = Math.floor(MOST_WEIGHTS / parents.length);
    return recordsIn(this.#json, 'weightSets')
      .slice(0, most)
      .map((set, i) => {
        const stored = numbersIn(set, 'nodeWeights');
        const weights: number[] = [];
        parents.forEach((parent, node) => {
          const index = old.get(this.#names[node] ?? '');
          weights.push((index === undefined ? weights[parent] : stored[index]) ?? 0);
        });
        return { name: textIn(set, 'name') ?? `Set ${i}`, weights };
      });
  }

  #jointName(node: Json, index: number): string {
    return this.#description?.joints[index] ?? textIn(node, 'name') ?? '';
  }

  /** Those that do not fit. */
  get lostChildModels(): number {
    return Math.max(0, recordsIn(this.#json, 'childModels').length - 1) - this.childModels.length;
  }

  get bindings(): BindingInfo[][] {
    const lists = this.#json.bindings;
    return this.childModels.map((_, i) => {
      const list = Array.isArray(lists) ? { list: lists[i + 1] } : {};
      return recordsIn(list, 'list').map((binding) => ({
        name: textIn(binding, 'name') ?? '',
        extents: this.scaled(vectorIn(binding, 'extents') ?? [0, 0, 0]),
        origin: this.scaled(vectorIn(binding, 'origin') ?? [0, 0, 0]),
      }));
    });
  }

  /** Whether an animation belongs to a child model that the new file has too. */
  isLent(name: string): boolean {
    if (this.#version === 6 || this.childModels.length === 0) return false;
    return (this.#description?.animations.get(name)?.source ?? -1) >= 0;
  }

  animation(name: string): KnownAnimation {
    const described = this.#description?.animations.get(name);
    if (!described) return NOTHING;
    const json = recordIn(recordIn(this.#json, 'animations'), name);
    const extents = vectorIn(json, 'extents');
    const origin = vectorIn(json, 'origin');
    return {
      name: described.name,
      extents: extents && this.scaled(extents),
      interpolationTime: numberIn(json, 'interpolationTime'),
      // Version 6 has none: there it stays in the keys. So it does under another root.
      origin: origin && this.#version !== 6 && this.#fits && this.#isUpright ? this.scaled(origin) : null,
      described,
      json,
    };
  }

  /** A length of the old file in the new one. */
  scaled([x, y, z]: readonly [number, number, number]): Vec3 {
    return [x * this.#factor, y * this.#factor, z * this.#factor];
  }
}
