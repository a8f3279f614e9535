/** Why a change of a file is refused, and how it is forced. */
import type { EditOperation, EditRefusal, Finding, ParsedFile } from '@lithoscope/core';
import type { Editing } from '@lithoscope/editing';
import { counted, formatCount } from '../explain/describe.ts';

/** The first of `newErrors`; null when there is none. */
export function newError(before: readonly Finding[], after: readonly Finding[]): Finding | null {
  return newErrors(before, after)[0] ?? null;
}

/**
 * Errors that a change adds: those of a code that has more places after it than before. Errors that the file had already
 * are allowed, so that a broken file can be changed.
 */
export function newErrors(before: readonly Finding[], after: readonly Finding[]): Finding[] {
  const known = errorCounts(before);
  const counts = errorCounts(after);
  return after.filter(
    ({ code, severity }) => severity === 'error' && (counts.get(code) ?? 0) > (known.get(code) ?? 0),
  );
}

function errorCounts(findings: readonly Finding[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { code, severity, count } of findings) {
    if (severity === 'error') counts.set(code, (counts.get(code) ?? 0) + count);
  }
  return counts;
}

/** The operation with `force`: it is done although some program would reject the result. Operations without `force` stay as they are. */
export function forced(operation: EditOperation): EditOperation {
  switch (operation.op) {
    case 'bytes':
    case 'convert':
    case 'transform':
      return operation;
    default:
      return { ...operation, force: true };
  }
}

/** Names of fields that are listed, and that are searched for one like the wanted name. */
const LISTED = 8;
const LOOKED_AT = 256;

/** `There is no field Header.Radius. Header has: InternalRadius, …`; '' when the field exists. */
function missingField(file: ParsedFile, path: string): string {
  if (file.resolve(path)) return '';
  let there = path;
  let node: ReturnType<ParsedFile['resolve']> = null;
  while (!node && there !== '') {
    there = there.slice(0, Math.max(0, there.search(/[.[][^.[]*$/)));
    node = there === '' ? null : file.resolve(there);
  }
  if (node?.kind === 'array' && path.startsWith('[', there.length)) {
    const element = /^\[[^\]]*\]?/.exec(path.slice(there.length))?.[0] ?? '';
    const last = node.count - 1;
    const range =
      last < 0
        ? 'the list is empty'
        : `the list has ${counted(node.count, 'element')} (0 to ${formatCount(last)})`;
    return `${there}${element} does not exist; ${range}.`;
  }
  const names = file.children(there, 0, LOOKED_AT).map(({ name }) => name);
  if (names.length === 0) return `The field ${path} does not exist.`;
  const wanted = /^\.?([^.[]*)/.exec(path.slice(there.length))?.[1]?.toLowerCase() ?? '';
  const isLike = (name: string) => name.toLowerCase().includes(wanted);
  const listed = [...names.filter(isLike), ...names.filter((name) => !isLike(name))].slice(0, LISTED);
  const more = names.length > LISTED ? ', …' : '';
  const meant = likelyPath(file, path);
  const hint = meant === '' ? '' : ` Did you mean ${meant}?`;
  return `The field ${path} does not exist. ${there || 'The file'} has: ${listed.join(', ')}${more}.${hint}`;
}

/** The likely correct path, for one in another case, with part of a name, or without the list of its section; otherwise ''. */
function likelyPath(file: ParsedFile, path: string): string {
  let there = '';
  let last = '';
  for (const part of path.match(/\[\d+\]|[^.[\]]+/g) ?? []) {
    if (part.startsWith('[')) {
      // `Nodes[0]` for `Nodes.Nodes[0]`.
      there = file.resolve(there + part) ? there + part : `${there}.${last}${part}`;
    } else {
      const wanted = part.toLowerCase();
      const names = file.children(there, 0, LOOKED_AT).map(({ name }) => name);
      const like = names.filter((name) => name.toLowerCase().includes(wanted));
      last = like.find((name) => name.toLowerCase() === wanted) ?? (like.length === 1 ? (like[0] ?? '') : '');
      if (last === '') return '';
      there = there === '' ? last : `${there}.${last}`;
    }
    if (!file.resolve(there)) return '';
  }
  return there;
}

/**
 * Why a refused operation could not find its field, a sentence; '' when it was refused for another reason.
 * @param file before all operations
 */
export function missingFor(
  editing: Editing,
  file: ParsedFile,
  operations: readonly EditOperation[],
  { operation: index }: EditRefusal,
): string {
  const operation = operations[index];
  if (!operation || !('path' in operation) || typeof operation.path !== 'string') return '';
  // Elements may be inserted after the last one.
  const isNew = operation.op === 'insert' || operation.op === 'adopt';
  const path = isNew ? operation.path.replace(/\[\d+\]$/, '') : operation.path;
  if (index === 0) return missingField(file, path);
  // Paths are those of the file after the previous operations.
  const before = editing.edit(file, operations.slice(0, index));
  if ('refused' in before) return '';
  const changed = file.withBytes(before.bytes);
  try {
    return missingField(changed, path);
  } finally {
    changed.release();
  }
}
