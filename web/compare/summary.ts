/** Summary of a comparison in words. */
import type { Change, Compared, Info, Role, Tally } from '@lithoscope/core';
import { counted, formatCount, identityOf, pluralOf } from '../explain/describe.ts';
import type { Place } from './list.ts';

/** Names of one kind; further ones are counted. */
const MAX_NAMES = 3;
/** Characters of a name, which may have 64 KB. */
const MAX_NAME = 60;
/** Parts of a sentence. */
const MAX_PARTS = 8;

/** Nouns by role, most significant first. */
const NOUNS: Readonly<Partial<Record<Role, string>>> = {
  section: 'section',
  animation: 'animation',
  piece: 'piece',
  node: 'node',
  socket: 'socket',
  childModel: 'child model',
  weightSet: 'weight set',
  lod: 'LOD',
  vertex: 'vertex',
  face: 'face',
  weight: 'weight',
  keyframe: 'keyframe',
  nodeTransforms: 'node transform',
  key: 'key',
  bindingList: 'list of bindings',
  binding: 'binding',
};

const ROLES = Object.keys(NOUNS);
const KINDS: readonly Change[] = ['added', 'removed', 'moved', 'changed'];

/** Order: whole elements, mesh, motion, single fields. */
const ORDER: readonly Tally['subject'][] = [
  'element',
  'name',
  'position',
  'normal',
  'weights',
  'vertex',
  'texture',
  'face',
  'keys',
  'keyframe',
  'field',
  'unreferenced',
];

/** Roles that repeat for every time of an animation. */
const MOMENTS: ReadonlySet<Role> = new Set<Role>(['keyframe', 'key']);

/** Differences, most significant first: `3 vertices moved`, `animation Walk2 added`. Empty for none. */
function formatDifferences({ tallies }: Pick<Compared, 'tallies'>): string[] {
  const telling = tallies.filter((tally) => !tally.derived && !isEchoed(tally, tallies));
  const parts = new Map<string, Tally[]>();
  for (const tally of telling) {
    const key = rankOf(tally);
    const part = parts.get(key);
    if (part) part.push(tally);
    else parts.set(key, [tally]);
  }
  return [...parts.keys()].sort().map((key) => formatPart(parts.get(key) ?? []));
}

/** A compared file. */
interface Identified {
  readonly info: Info;
}

/** The comparison in sentences. */
export function summaryOf(comparison: Omit<Compared, 'groups'>, left: Identified, right: Identified): string {
  const { same, isPartial } = comparison;
  if (same) return 'The files are the same, byte for byte.';
  const words = formatDifferences(comparison);
  const shown = words.slice(0, MAX_PARTS);
  if (words.length > MAX_PARTS)
    shown.push(`and ${formatCount(words.length - MAX_PARTS)} more kinds of differences`);
  const sentences: string[] = [];
  if (shown.length > 0) sentences.push(capitalized(`${shown.join(', ')}.`));
  else if (!isPartial) sentences.push('Same values, stored differently.');
  const [kind, shared] = unlike(left.info, right.info);
  if (kind) {
    const versions = `${formatVersion(left.info)} and ${formatVersion(right.info)}`;
    sentences.push(`They are different ${kind}, ${versions}: ${shared} are compared.`);
  }
  if (isPartial) {
    sentences.push(
      'One file is only partially loaded: sections are compared by name and size, not by their bytes.',
    );
  }
  return sentences.join(' ');
}

/** How two files differ as a whole, and what is compared then; empty if they do not. */
function unlike(left: Info, right: Info): readonly string[] {
  if (left.format !== right.format) return ['kinds', 'fields that happen to have the same name'];
  return left.version === right.version ? [] : ['versions', 'items with the same name'];
}

/** `ABC v12`, or a description of other files. */
function formatVersion(info: Info): string {
  if (info.format === 'unknown') return 'bytes of unknown kind';
  const { version, title } = identityOf(info);
  return version || title.replace(/^This is /, '');
}

/** Position of the selection: `3 of 27`, `6,640 differences, 1,140 of them listed`. */
export function formatPlace({ at, listed, all }: Place): string {
  if (all === 0) return 'None listed';
  const isCut = listed < all;
  if (at > 0) return `${formatCount(at)} of ${formatCount(listed)}${isCut ? ' listed' : ''}`;
  return `${counted(all, 'difference')}${isCut ? `, ${formatCount(listed)} of them listed` : ''}`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Sort key as text; tallies with equal keys form one part. */
function rankOf({ kind, subject, role }: Tally): string {
  // Changed elements come late: a changed socket matters less than moved vertices.
  const late = kind === 'changed' && subject === 'element';
  const places = [
    ORDER.indexOf(late ? 'field' : subject),
    late ? 0 : 1,
    subject === 'element' || subject === 'name' ? ROLES.indexOf(role) + 1 : 0,
    KINDS.indexOf(kind),
  ];
  return places.map((place) => String(place).padStart(2, '0')).join(' ');
}

/** Bindings are added and removed with their animation. */
function isEchoed({ kind, role, name, subject, renamed }: Tally, tallies: readonly Tally[]): boolean {
  if (role !== 'binding') return false;
  return tallies.some(
    (other) =>
      other.role === 'animation' &&
      other.kind === kind &&
      other.subject === subject &&
      other.name === name &&
      other.renamed === renamed,
  );
}

/** Describes tallies of one kind, subject and (for elements) role. */
function formatPart(tallies: readonly Tally[]): string {
  const [first] = tallies;
  if (!first) return '';
  const total = tallies.reduce((sum, { count }) => sum + count, 0);
  switch (first.subject) {
    case 'position': {
      const farthest = Math.max(...tallies.map((tally) => tally.farthest));
      const by = farthest > 0 ? ` (by up to ${formatUnits(farthest)})` : '';
      return `${counted(total, 'vertex')} moved${by}`;
    }
    case 'normal':
      return `normals of ${counted(total, 'vertex')} changed`;
    case 'weights':
      if (first.kind !== 'changed') return `${counted(total, 'weight')} of vertices ${first.kind}`;
      return `weights of ${counted(total, 'vertex')} changed`;
    case 'vertex':
      return `${counted(total, 'vertex')} changed in other ways`;
    case 'texture':
      return `texture coordinates of ${counted(total, 'face')} changed`;
    case 'face':
      return `${counted(total, 'face')} changed`;
    case 'keys':
      return `${counted(total, 'key')} changed in ${named(tallies, 'animation')}`;
    case 'keyframe':
      return `times or frame strings changed in ${named(tallies, 'animation')}`;
    case 'name':
      return formatRenamed(tallies);
    case 'unreferenced':
      return `unreferenced bytes ${first.kind}`;
    case 'field':
      return formatFields(tallies);
    case 'element':
      return formatElements(tallies, total);
  }
}

/** `animation Walk2 added`, `12 vertices removed`, `1 keyframe added in animation Walk`. */
function formatElements(tallies: readonly Tally[], total: number): string {
  const [first] = tallies;
  if (!first) return '';
  if (first.role === 'none') {
    const sections = new Set(tallies.map(({ section }) => section));
    return `${counted(total, 'part')} of ${list([...sections].slice(0, MAX_NAMES))} ${first.kind}`;
  }
  const noun = NOUNS[first.role] ?? 'part';
  const names = tallies.map(({ name }) => name).filter((name) => name !== '');
  if (MOMENTS.has(first.role) && names.length > 0) {
    return `${counted(total, noun)} ${first.kind} in ${named(tallies, 'animation')}`;
  }
  const isNamed = names.length === tallies.length && tallies.length <= MAX_NAMES;
  if (isNamed) return `${named(tallies, noun)} ${first.kind}`;
  // A changed element counts once, however many of its fields changed.
  return `${counted(first.kind === 'changed' ? tallies.length : total, noun)} ${first.kind}`;
}

function formatRenamed(tallies: readonly Tally[]): string {
  const [first] = tallies;
  const noun = (first && NOUNS[first.role]) ?? 'part';
  if (!first || tallies.length > MAX_NAMES) return `${counted(tallies.length, noun)} renamed`;
  const pairs = tallies.map(({ name, renamed }) => `${quoted(name)} to ${quoted(renamed)}`);
  return `renamed ${pluralOf(noun, tallies.length)} ${pairs.join(', ')}`;
}

/** `Header: CommandString and InternalRadius changed`. */
function formatFields(tallies: readonly Tally[]): string {
  const [first] = tallies;
  if (!first) return '';
  const sections = new Set(tallies.map(({ section }) => section));
  if (tallies.length > MAX_NAMES || sections.size > 1) {
    return `${counted(tallies.length, 'field')} ${first.kind} in ${[...sections].slice(0, MAX_NAMES).join(', ')}`;
  }
  const names = tallies.map(({ name }) => name).filter((name) => name !== '');
  // An unknown section has no fields to name.
  if (names.length === 0) return `section ${quoted(first.section)} ${first.kind}`;
  return `${first.section}: ${list(names)} ${first.kind}`;
}

/** `animations Walk and Run`, `12 animations`. */
function named(tallies: readonly Tally[], noun: string): string {
  const names = [...new Set(tallies.map(({ name }) => name))];
  if (names.length > MAX_NAMES) return counted(names.length, noun);
  return `${pluralOf(noun, names.length)} ${list(names.map(quoted))}`;
}

/** Quotes a name; an index in its place stays as it is. */
function quoted(name: string): string {
  if (/^\[\d+\]$/.test(name)) return name;
  return `“${name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name}”`;
}

function list(names: readonly string[]): string {
  return names.length < 2
    ? (names[0] ?? '')
    : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;
}

function formatUnits(length: number): string {
  const rounded = Number(length.toPrecision(3));
  return `${rounded} ${pluralOf('unit', rounded)}`;
}
