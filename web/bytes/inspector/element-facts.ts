/**
 * Facts about the selected face, vertex or socket, with their paths: weights of a vertex, corners of a face with their
 * UVs. Reads signals.
 */
import { LEAF_TYPES, type ModelElement, type ParsedFile } from '@lithoscope/core';
import { clipInfo } from '../../document/animation-clips.ts';
import { keyAt } from '../../document/keyframes.ts';
import type { OpenFile } from '../../document/open-file.ts';
import { poseRequest } from '../../document/pose-request.ts';
import { selectedElement } from '../../document/selection.ts';
import { formatCount } from '../../explain/describe.ts';
import { decodeLeaf, formatF32, preview, roundedText } from '../../explain/values.ts';

/** A line of the table. */
export interface Fact {
  readonly name: string;
  readonly text: string;
  /** Path of the field or of the element it refers to; '' for none. */
  readonly path: string;
}

/** SubLODVertexIndex of the last level: uninitialised memory of LithTech's tools (abc.md §3). */
const STALE_INDEX = 0xcdcd;

/** Weights of a vertex that are listed; real files have up to 6 (abc.md §4.12), a damaged one up to 65,535. */
const MAX_WEIGHTS = 16;

/** Empty when no face, vertex or socket is selected. */
export function elementFacts(file: OpenFile): Fact[] {
  const element = selectedElement(file);
  const { collapses } = file.info.features;
  if (element.face !== undefined) return collapses ? faceV6(file, element) : faceV9(file, element);
  if (element.vertex !== undefined) return collapses ? vertexV6(file, element) : vertexV9(file, element);
  return element.socket === undefined ? [] : socketFacts(file, element.socket);
}

function vertexV9(file: OpenFile, element: ModelElement): Fact[] {
  const { parsed } = file;
  const { piece = 0, lod = 0, vertex = 0 } = element;
  const path = parsed.pathOf({ piece, lod, vertex });
  const count = numberAt(parsed, `${path}.WeightCount`) ?? 0;
  const weights = Array.from({ length: Math.min(count, MAX_WEIGHTS) }, (_, w) => {
    const weight = `${path}.Weights[${w}]`;
    const bias = numberAt(parsed, `${weight}.Bias`) ?? 0;
    const name = nodeName(file, numberAt(parsed, `${weight}.NodeIndex`) ?? -1);
    return { name: w === 0 ? 'Weights' : '', text: `${formatF32(bias)}  ${name}`, path: weight };
  });
  if (count > MAX_WEIGHTS) {
    weights.push({ name: '', text: `and ${formatCount(count - MAX_WEIGHTS)} more`, path: `${path}.Weights` });
  }
  return [
    pieceFact(file, element),
    field(parsed, 'Location', `${path}.Location`),
    ...posedFacts(file, element),
    ...weights,
    field(parsed, 'Normal', `${path}.Normal`),
    lodTarget(file, element, path),
  ];
}

/** The vertex in the current pose; nothing when the core cannot compute it. Not read during playback, when it changes all the time. */
function posedFacts(file: OpenFile, { piece = 0, lod = 0, vertex = 0 }: ModelElement): Fact[] {
  const name = 'Posed location';
  if (file.playback.playing.value) return [{ name, text: 'pause to see it', path: '' }];
  // With collapses all levels share one list of vertices; else the level of the vertex is evaluated.
  const level = file.info.features.collapses ? {} : { lod };
  const frame = file.model?.evaluate({ ...poseRequest(file), ...level });
  const place = frame?.pieces[piece]?.positions.subarray(vertex * 3, vertex * 3 + 3);
  if (place?.length !== 3) return [];
  return [{ name, text: Array.from(place, roundedText).join('  '), path: '' }];
}

/** The vertex of the next level that this one collapses to; none on the last level. */
function lodTarget({ info, parsed }: OpenFile, { piece = 0, lod = 0 }: ModelElement, path: string): Fact {
  const target = numberAt(parsed, `${path}.SubLODVertexIndex`) ?? STALE_INDEX;
  const vertices = info.pieces[piece]?.lods[lod + 1]?.vertices ?? 0;
  const name = 'Next level';
  return target < vertices
    ? { name, text: `vertex ${target}`, path: parsed.pathOf({ piece, lod: lod + 1, vertex: target }) }
    : { name, text: 'none', path: `${path}.SubLODVertexIndex` };
}

function faceV9(file: OpenFile, element: ModelElement): Fact[] {
  const { parsed } = file;
  const { piece = 0, lod = 0, face = 0 } = element;
  const path = parsed.pathOf({ piece, lod, face });
  const corners = [0, 1, 2].map((corner): Fact => {
    const at = `${path}.Vertices[${corner}]`;
    const vertex = numberAt(parsed, `${at}.VertexIndex`) ?? 0;
    const uv = textAt(parsed, `${at}.Texcoord`);
    return {
      name: `Corner ${corner}`,
      text: `vertex ${vertex}, UV ${uv}`,
      path: parsed.pathOf({ piece, lod, vertex }),
    };
  });
  return [pieceFact(file, element), ...corners];
}

function faceV6({ parsed }: OpenFile, { face = 0 }: ModelElement): Fact[] {
  const path = parsed.pathOf({ face });
  const corners = [0, 1, 2].map((corner): Fact => {
    const vertex = numberAt(parsed, `${path}.VertexIndex[${corner}]`) ?? 0;
    const uv = textAt(parsed, `${path}.TexCoords[${corner}]`);
    return {
      name: `Corner ${corner}`,
      text: `vertex ${vertex}, UV ${uv}`,
      path: parsed.pathOf({ vertex }),
    };
  });
  return [...corners, field(parsed, 'Normal', `${path}.FaceNormal`)];
}

function vertexV6(file: OpenFile, { vertex = 0 }: ModelElement): Fact[] {
  const { info, parsed } = file;
  const path = parsed.pathOf({ vertex });
  const index = numberAt(parsed, `${path}.TransformationIndex`);
  const node = info.nodes.findIndex((candidate) => candidate.index === index);
  const facts: Fact[] = [
    field(parsed, 'Location', `${path}.Position`),
    ...posedFacts(file, { vertex }),
    { name: 'Node', text: nodeName(file, node), path: node < 0 ? '' : parsed.pathOf({ node }) },
    field(parsed, 'Normal', `${path}.VertexNormal`),
  ];
  if (vertex >= (numberAt(parsed, 'Geometry.NormalVerts') ?? 0)) {
    facts.push(field(parsed, 'Replaces', `${path}.Replacements`));
  }
  const place = node < 0 ? -1 : deformationPlace(parsed, node, vertex);
  return place < 0 ? facts : [...facts, deformationFact(file, node, place)];
}

/** Position of a vertex in its node's MDVertList, the last of several (abc.md §2); −1 when the list does not contain it. */
function deformationPlace(parsed: ParsedFile, node: number, vertex: number): number {
  const list = parsed.resolve(`Nodes.Nodes[${node}].MDVertList`);
  if (!list) return -1;
  const { buffer, byteOffset, byteLength } = parsed.bytes;
  const view = new DataView(buffer, byteOffset, byteLength);
  for (let at = list.end - 2; at >= list.start; at -= 2) {
    if (view.getUint16(at, true) === vertex) return (at - list.start) / 2;
  }
  return -1;
}

/** The packed position of a deformation vertex at the current key. */
function deformationFact(file: OpenFile, node: number, place: number): Fact {
  const { clip, timeMs } = file.playback;
  const { child, animation } = clip.value;
  const name = 'Deformation';
  const playing = clipInfo(file, clip.value);
  const shown = animation < 0 ? file.info.restAnimation : child === 0 && playing?.complete ? animation : -1;
  if (shown < 0 || !file.model) return { name, text: 'stored in the keys of an animation', path: '' };
  const key = animation < 0 ? 0 : keyAt(file.model.keyframes(shown).times, timeMs.value);
  const path = `Animation.Anims[${shown}].NodeAnims[${node}].Deformation[${key}][${place}]`;
  return { name, text: `${textAt(file.parsed, path)}, key ${key}`, path };
}

function socketFacts(file: OpenFile, socket: number): Fact[] {
  const { info, parsed } = file;
  const path = parsed.pathOf({ socket });
  const node = info.sockets[socket]?.node ?? -1;
  return [
    { name: 'Node', text: nodeName(file, node), path: info.nodes[node] ? parsed.pathOf({ node }) : '' },
    field(parsed, 'Location', `${path}.Location`),
    field(parsed, 'Rotation', `${path}.Rotation`),
  ];
}

function pieceFact({ info, parsed }: OpenFile, { piece = 0, lod = 0 }: ModelElement): Fact {
  const { name = '', materialIndex = 0 } = info.pieces[piece] ?? {};
  const path = parsed.pathOf({ piece });
  return { name: 'Piece', text: `${name}, level ${lod}, slot ${materialIndex}`, path };
}

function nodeName({ info }: OpenFile, node: number): string {
  return info.nodes[node]?.name ?? `node ${node} (missing)`;
}

function field(parsed: ParsedFile, name: string, path: string): Fact {
  return { name, text: textAt(parsed, path), path };
}

function textAt(parsed: ParsedFile, path: string): string {
  const node = parsed.resolve(path);
  return node ? preview(parsed, node, 'rounded') : '';
}

function numberAt(parsed: ParsedFile, path: string): number | null {
  const leaf = parsed.resolve(path);
  const type = LEAF_TYPES.find((candidate) => candidate === leaf?.type);
  if (!leaf || !type) return null;
  const value = decodeLeaf(parsed.bytes, leaf.start, leaf.end - leaf.start, type);
  return typeof value === 'number' ? value : null;
}
