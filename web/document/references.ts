/**
 * References: fields whose value names another part of the file, or of an open one. Which fields do is in the schema
 * (`StructureNode.refers`); here is how each kind is found. Reads signals.
 */
import { LEAF_TYPES, type ParsedFile, type StructureNode } from '@lithoscope/core';
import { batch } from '@preact/signals-core';
import { decodeLeaf } from '../explain/values.ts';
import { childFile } from './animation-clips.ts';
import type { OpenFile } from './open-file.ts';
import { type SelectionOrigin, select } from './selection.ts';
import { activeId } from './state.ts';

/** The target of a reference. */
export interface Reference {
  /** Its file: another one for targets in child models. */
  readonly file: OpenFile;
  /** Its path; '' is the whole file. Null for targets without bytes (a skin slot). */
  readonly path: string | null;
  /** `Nodes[16] right_arml_hand_node` */
  readonly text: string;
}

/** Longer names are cut, characters. */
const MAX_NAME_LENGTH = 80;

/**
 * What the value of a field names; null when it names nothing: the field is no reference, its value is stale
 * (abc.md §2, abc.md §3), out of range or not loaded, or the file that it is in is not open.
 */
export function referenceOf(file: OpenFile, node: StructureNode): Reference | null {
  if (node.refers === '') return null;
  const value = valueIn(file.parsed, node);
  if (value === null) return null;
  return typeof value === 'number' ? byNumber(file, node, value) : byName(file, node, value);
}

function byNumber(file: OpenFile, { refers, path }: StructureNode, value: number): Reference | null {
  const { info, parsed } = file;
  switch (refers) {
    case 'section': {
      // The last section has no next one: its value is not an offset.
      const section = value < parsed.size ? parsed.ancestors(value)[0] : undefined;
      return section?.role === 'section' && section.start === value ? referenceTo(file, section) : null;
    }
    case 'node':
      return info.nodes[value] ? referenceAt(file, parsed.pathOf({ node: value })) : null;
    case 'nodeNumber': {
      const node = nodeByNumber(parsed).get(value);
      return node === undefined ? null : referenceAt(file, parsed.pathOf({ node }));
    }
    case 'vertex': {
      const { piece = 0, lod = 0 } = parsed.elementOf(path);
      return referenceAt(file, parsed.pathOf({ piece, lod, vertex: value }));
    }
    case 'nextLevelVertex': {
      const { piece = 0, lod = 0 } = parsed.elementOf(path);
      return referenceAt(file, parsed.pathOf({ piece, lod: lod + 1, vertex: value }));
    }
    case 'replacedVertex': {
      const { vertex = 0 } = parsed.elementOf(path);
      const isCollapse = vertex >= normalVertices(parsed) && value < vertex;
      return isCollapse ? referenceAt(file, parsed.pathOf({ vertex: value })) : null;
    }
    case 'skinSlot': {
      const skin = file.skins.worn.value.get(value);
      return { file, path: null, text: `skin slot ${value}${skin ? ` ${short(skin.name)}` : ''}` };
    }
    case 'entry': {
      // Data may share bytes with other data: the first is shown.
      const [place] = value < parsed.size ? parsed.ancestors(value) : [];
      const isThere = place?.state === 'known' && (place.role !== 'section' || place.start === value);
      return place && isThere ? referenceTo(file, place) : null;
    }
    default:
      return null;
  }
}

function byName(file: OpenFile, node: StructureNode, name: string): Reference | null {
  const { refers, path } = node;
  if (refers === 'entry') {
    const pos = file.parsed.resolve(path.replace(/Name$/, 'Pos'));
    const value = pos && valueIn(file.parsed, pos);
    return typeof value === 'number' ? byNumber(file, node, value) : null;
  }
  const { bindingList = 0, childModel = 0 } = file.parsed.elementOf(path);
  if (refers === 'childModel') {
    const child = childModel > 0 ? childFile(file, childModel) : null;
    return child && { file: child, path: '', text: short(child.name) };
  }
  const source = refers === 'childAnimation' ? childFile(file, bindingList) : null;
  if (!source) return null;
  const animation = animationsByName(source.parsed).get(name);
  if (animation === undefined) return null;
  return referenceAt(source, source.parsed.pathOf({ animation }), source === file ? '' : source.name);
}

function referenceAt(file: OpenFile, path: string, within = ''): Reference | null {
  const node = path === '' ? null : file.parsed.resolve(path);
  return node && referenceTo(file, node, within);
}

function referenceTo(file: OpenFile, node: StructureNode, within = ''): Reference {
  return { file, path: node.path, text: `${nameOf(node)}${within ? ` in ${short(within)}` : ''}` };
}

/** `Nodes[16] right_arml_hand_node`: the last part of the path, and the name in the file. */
export function nameOf({ path, label }: StructureNode): string {
  const last = path.slice(path.lastIndexOf('.') + 1);
  return label ? `${last} ${short(label)}` : last;
}

function short(name: string): string {
  return name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name;
}

/** Selects the target of a reference in its file; not a skin slot, which has no bytes. */
export function follow({ file, path }: Reference, origin: SelectionOrigin): void {
  const node = path ? file.parsed.resolve(path) : null;
  batch(() => {
    activeId.value = file.id;
    if (node) select(file, { start: node.start, end: node.end, path: node.path }, origin);
  });
}

/** The value of a leaf; null while it is being fetched. */
function valueIn(parsed: ParsedFile, { start, end, type }: StructureNode): number | string | null {
  const leafType = LEAF_TYPES.find((candidate) => candidate === type);
  const bytes = leafType && parsed.at(start, end);
  return bytes && bytes.length === end - start ? decodeLeaf(bytes, 0, end - start, leafType) : null;
}

/** Number of vertices of the full mesh (v6), which precede those of its collapses. */
function normalVertices(parsed: ParsedFile): number {
  const node = parsed.resolve('Geometry.NormalVerts');
  const count = node && valueIn(parsed, node);
  return typeof count === 'number' ? count : 0;
}

/** Caches a value by content. */
function once<T>(make: (parsed: ParsedFile) => T): (parsed: ParsedFile) => T {
  const made = new WeakMap<ParsedFile, T>();
  return (parsed) => {
    let found = made.get(parsed);
    if (found === undefined) {
      found = make(parsed);
      made.set(parsed, found);
    }
    return found;
  };
}

/** Index by key; the first of equal keys counts. */
function firstOf<K>(keys: readonly K[]): Map<K, number> {
  const found = new Map<K, number>();
  keys.forEach((key, index) => {
    if (!found.has(key)) found.set(key, index);
  });
  return found;
}

/** By the number that the node gives itself (v6 TransformationIndex). */
const nodeByNumber = once(({ info }) => firstOf(info.nodes.map(({ index }) => index)));
const animationsByName = once(({ info }) => firstOf(info.animations.map(({ name }) => name)));
