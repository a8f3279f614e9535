/**
 * A peer: v12 models through the parser that Kaitai Struct makes of abc.ksy, with and without the positions of fields,
 * beside ours in the same run. Both were written from docs/format/abc.md, so that they also check each other.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import type { AbcFile } from '@lithoscope/core';
import KaitaiStream from 'kaitai-struct/KaitaiStream.js';
import compiler from 'kaitai-struct-compiler';
import { parse } from 'yaml';

interface Text {
  value: string;
}

interface Lod {
  faces: unknown[];
  vertices: { weights: unknown[] }[];
}

interface Transform {
  location: Record<'x' | 'y' | 'z', number>;
  rotation: Record<'x' | 'y' | 'z' | 'w', number>;
}

/** What Kaitai's parser makes of a file, as far as it is looked at here. */
export interface KaitaiModel {
  header: Record<string, number>;
  sections: {
    body: {
      pieces?: { name: Text; lods: Lod[] }[];
      nodes?: { name: Text }[];
      animations?: { name: Text; keyframeCount: number; nodeTransforms: { transforms: Transform[] }[] }[];
    };
  }[];
}

/** Makes Kaitai's parser of abc.ksy. @param positions whether it records where each field lies */
export function kaitaiParser(positions: boolean): Promise<(bytes: Uint8Array) => KaitaiModel> {
  return parserOf(readFileSync(new URL('abc.ksy', import.meta.url), 'utf8'), positions);
}

/** Makes Kaitai's parser of a description. @param positions whether it records where each field lies */
export async function parserOf<Parsed>(
  text: string,
  positions: boolean,
): Promise<(bytes: Uint8Array) => Parsed> {
  const [source = ''] = Object.values(await compiler.compile('javascript', parse(text), null, positions));
  const exports: Record<string, new (stream: KaitaiStream) => Parsed & { _read(): void }> = {};
  compileFunction(source, ['exports', 'require'])(exports, createRequire(import.meta.url));
  const [Parser] = Object.values(exports);
  if (!Parser) throw new Error('The compiler made no parser.');
  return (bytes) => {
    const view = new DataView(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
    const model = new Parser(new KaitaiStream(view));
    // With positions, construction and reading are apart.
    if (positions) model._read();
    return model;
  };
}

/** A number or text, and where it lies in the file. */
export interface Value {
  offset: number;
  value: number | string;
}

interface Span {
  start: number;
  ioOffset: number;
  arr?: Span[];
}

/** Every number and text of a model that was read with positions, in file order; bytes without meaning are left out. */
export function valuesOf(model: KaitaiModel): Value[] {
  const values: Value[] = [];
  const add = (value: unknown, { start, ioOffset, arr }: Span): void => {
    if (typeof value === 'number') values.push({ offset: ioOffset + start, value });
    else if (isText(value)) values.push({ offset: ioOffset + start, value: value.value });
    else if (Array.isArray(value)) {
      value.forEach((element, i) => {
        const span = arr?.[i];
        if (span) add(element, span);
      });
    } else if (isStruct(value)) {
      for (const [name, span] of Object.entries(value._debug)) add(value[name], span);
    }
  };
  // `header` is the first section once more, by another name.
  if (isStruct(model) && model._debug.sections) add(model.sections, model._debug.sections);
  return values;
}

type Struct = Record<string, unknown> & { _debug: Record<string, Span> };

const isStruct = (value: unknown): value is Struct =>
  typeof value === 'object' && value !== null && '_debug' in value;

const isText = (value: unknown): value is Text =>
  isStruct(value) && typeof value.length === 'number' && typeof value.value === 'string';

/** What both must find in a file: counts and names of everything, and the last key. */
interface Summary {
  pieces: { name: string; lods: { faces: number; vertices: number; weights: number }[] }[];
  nodes: string[];
  animations: { name: string; keyframes: number }[];
  lastKey: number[];
}

function kaitaiSummary({ sections }: KaitaiModel): Summary {
  const bodies = sections.map(({ body }) => body);
  const pieces = bodies.flatMap((body) => body.pieces ?? []);
  const animations = bodies.flatMap((body) => body.animations ?? []);
  const last = animations.at(-1)?.nodeTransforms.at(-1)?.transforms.at(-1);
  return {
    pieces: pieces.map(({ name, lods }) => ({
      name: name.value,
      lods: lods.map(({ faces, vertices }) => ({
        faces: faces.length,
        vertices: vertices.length,
        weights: vertices.reduce((sum, { weights }) => sum + weights.length, 0),
      })),
    })),
    nodes: bodies.flatMap((body) => body.nodes ?? []).map(({ name }) => name.value),
    animations: animations.map(({ name, keyframeCount }) => ({ name: name.value, keyframes: keyframeCount })),
    lastKey: last
      ? [last.location.x, last.location.y, last.location.z].concat([
          last.rotation.x,
          last.rotation.y,
          last.rotation.z,
          last.rotation.w,
        ])
      : [],
  };
}

function ourSummary(file: AbcFile): Summary {
  const { pieces, nodes, animations } = file.info;
  const track = file.track(animations.length - 1, nodes.length - 1);
  return {
    pieces: pieces.map(({ name, lods }) => ({ name, lods })),
    nodes: nodes.map(({ name }) => name),
    animations: animations.map(({ name, keyframes }) => ({ name, keyframes })),
    lastKey: track ? [...track.translations.slice(-3), ...track.rotations.slice(-4)] : [],
  };
}

/** @throws when the two parsers do not agree about a file */
export function compareReadings(file: AbcFile, model: KaitaiModel): void {
  const [ours, theirs] = [ourSummary(file), kaitaiSummary(model)].map((summary) => JSON.stringify(summary));
  if (ours !== theirs) throw new Error(`Kaitai reads otherwise:\n${theirs}\n${ours}`);
}
