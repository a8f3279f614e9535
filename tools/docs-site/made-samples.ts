/**
 * Small files for the fields that no sample has: versions of models that no tool writes any more, and the other kinds of
 * textures. Their counts fit, so that they read to the end; what their numbers mean does not.
 */
import type { Schema } from '@lithoscope/core';
import { type Chance, writeBySchema } from './write-by-schema.ts';

/** One of everything that is counted, zero for what is not (limits below 16 are those of counts and lengths). */
const ONE_OF_EACH: Chance = (below) => (below > 1 && below < 16 ? 1 : 0);

/** A model of the schema's version with every section that the schema has. */
export const madeModel = (schema: Schema): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(writeBySchema(schema, ONE_OF_EACH));

const text = (words: string, length: number) =>
  Array.from({ length }, (_, i) => (i < words.length ? words.charCodeAt(i) : 0));
const u16 = (value: number) => [value & 0xff, (value >>> 8) & 0xff];
const u32 = (value: number) => [...u16(value & 0xffff), ...u16(value >>> 16)];
/** Bytes that differ, so that one sees where they are. */
const counting = (length: number) => Array.from({ length }, (_, i) => i & 0xff);

interface Made {
  readonly version: -2 | -3 | -5;
  /** Side of the one mip, pixels. */
  readonly side: number;
  /** Bits per pixel by its code (dtx.md §3). */
  readonly bpp?: number;
  readonly flags?: number;
  readonly sections?: number;
  /** What follows the header. */
  readonly content: readonly number[];
}

function texture({
  version,
  side,
  bpp = 0,
  flags = 0,
  sections = 0,
  content,
}: Made): Uint8Array<ArrayBuffer> {
  const head = [
    ...u32(0),
    ...u32(version >>> 0),
    ...[side, side, 1, sections].flatMap(u16),
    ...u32(flags),
    ...u32(0),
    ...[0, 1],
  ];
  const rest = version === -2 ? counting(18) : [bpp, 0, 0, 0, ...u32(0), ...u16(0), ...text('', 128)];
  return Uint8Array.from([...head, ...rest, ...content]);
}

const PALETTE = counting(1024);
const HAS_ALPHA_PLANES = 2;
const CUBE_MAP = 1024;

/** A section of a texture: type, name, data (dtx.md §5). */
const section = (type: string, data: readonly number[]) => [
  ...text(type, 15),
  ...text('', 13),
  ...u32(data.length),
  ...data,
];

const sprite = Uint8Array.from([
  ...[2, 10, 0, 0, 0].flatMap(u32),
  ...['sprites\\one.dtx', 'sprites\\two.dtx'].flatMap((path) => [
    ...u16(path.length),
    ...text(path, path.length),
  ]),
]);

/** Textures and a sprite, by the names of their files. */
export const MADE_TEXTURES: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
  'v-2.dtx': texture({
    version: -2,
    side: 4,
    flags: HAS_ALPHA_PLANES,
    content: [...PALETTE, ...counting(16), ...counting(8)],
  }),
  'v-3.dtx': texture({
    version: -3,
    side: 4,
    flags: HAS_ALPHA_PLANES,
    content: [...counting(8), ...PALETTE, ...counting(16), ...counting(8)],
  }),
  'cube32.dtx': texture({
    version: -5,
    side: 2,
    bpp: 3,
    flags: CUBE_MAP,
    sections: 1,
    content: [...counting(16), ...section('CUBEMAPDATA', counting(5 * 16))],
  }),
  'palette32.dtx': texture({
    version: -5,
    side: 4,
    bpp: 7,
    sections: 1,
    content: [...counting(16), ...section('PALETTE32', PALETTE)],
  }),
  'dxt3.dtx': texture({ version: -5, side: 4, bpp: 5, content: counting(16) }),
  'dxt5.dtx': texture({ version: -5, side: 4, bpp: 6, content: counting(16) }),
  'rgb16.dtx': texture({ version: -5, side: 4, bpp: 2, content: counting(32) }),
  'two.spr': sprite,
};

/** Where the bytes of the archive's one resource lie: after the header. */
const DATA_AT = 168;

/** An archive of a folder with one resource, which has a comment and a key (rez.md). */
export const MADE_ARCHIVE: Uint8Array<ArrayBuffer> = (() => {
  const data = text('MESSAGE', 7);
  const time = u32(989_448_368);
  const inner = [
    ...u32(0),
    ...u32(DATA_AT),
    ...u32(data.length),
    ...time,
    ...u32(1),
    ...text('TXT', 4),
    ...u32(1),
    ...text('NOTE', 5),
    ...text('a comment', 10),
    ...u32(7),
  ];
  const innerAt = DATA_AT + data.length;
  const root = [...u32(1), ...u32(innerAt), ...u32(inner.length), ...time, ...text('DOCS', 5)];
  const rootAt = innerAt + inner.length;
  const blank = (words: string, length: number) => text(words.padEnd(length), length);
  const header = [
    ...text('\r\n', 2),
    ...blank('RezMgr Version 1 Copyright (C) 1995 MONOLITH INC.', 60),
    ...text('\r\n', 2),
    ...blank('Made for the reference', 60),
    ...text('\r\n\x1a', 3),
    ...[1, rootAt, root.length].flatMap(u32),
    ...time,
    ...u32(innerAt),
    ...time,
    ...[1, 5, 5, 10].flatMap(u32),
    1,
  ];
  return Uint8Array.from([...header, ...data, ...inner, ...root]);
})();

/** Texts for compiled models with what the samples have not: boxes, vertices that move, each way to store keys. */
export const MADE_TEXTS: Readonly<Record<string, Uint8Array>> = {
  'plain.lta': modelText(
    0,
    '(anim (parent "d_flag") (frames (vertex (((0 0 0)(1 0 0)(0 1 0)) ((0 0 0)(1 0 1)(0 1 0))))))',
  ),
  'exact.lta': modelText(1, ''),
  'short.lta': modelText(2, ''),
};

/** A triangle on a node that turns. @param compression of its keys @param anims more movements */
function modelText(compression: number, anims: string): Uint8Array {
  return new TextEncoder().encode(`(lt-model-0
  (on-load-cmds ((add-node-obb-list ((add-node-obb "pole" (position (0 1 0)) (dimensions (1 2 1)))))))
  (hierarchy (children ((transform "pole" (matrix ((1 0 0 0)(0 1 0 0)(0 0 1 0)(0 0 0 1)))))))
  (shape "d_flag" (geometry (mesh "d_flag" (vertex ((0 0 0)(1 0 0)(0 1 0))) (normals ((0 0 -1)(0 0 -1)(0 0 -1)))
    (uvs ((0 0)(1 0)(0 1)(1 1))) (tri-fs (0 1 2 0 2 1)) (tex-fs (0 1 2 3 2 1)))))
  (animset "turn" (keyframe (keyframe (times (0 500)) (values ("" "")))) (anims (
    (anim (parent "pole") (frames (posquat (((0 1 0)(0 0 0 1)) ((0 2 0)(0 0 1 0)))))) ${anims})))
  (tools-info ((compile-options ((compression-type ${compression}))))))
`);
}
