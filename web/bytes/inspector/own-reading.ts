/** Which of the readings are those that the schema gives the bytes. No DOM. */
import type { StructureNode } from '@lithoscope/core';
import type { Reading, ReadingKind } from './readings.ts';

/** Structs of the schema that have a reading of their own. */
const STRUCTS: Readonly<Record<string, ReadingKind>> = {
  Vector: 'vec3',
  Quaternion: 'quaternion',
  PackedNormal: 'normal',
};

/** Numbers of a matrix. */
const MATRIX = 16;

/** The kinds that the schema reads at an offset, the field itself first, then what begins with it. */
export function ownKinds(around: readonly StructureNode[], offset: number): ReadingKind[] {
  return around
    .filter((node) => node.start === offset)
    .reverse()
    .flatMap(kindsOf);
}

function kindsOf({ kind, type, unit, count }: StructureNode): ReadingKind[] {
  if (kind === 'array') return type === 'f32' && count === MATRIX ? ['matrix'] : [];
  if (kind === 'struct') return STRUCTS[type] ? [STRUCTS[type]] : [];
  if (kind !== 'leaf' || type === 'bytes' || type === 'chars') return [];
  return unit === 'ms' ? ['time', type as ReadingKind] : [type as ReadingKind];
}

/** The readings with the schema's own in front; of what is selected as a whole first. */
export function ordered(
  readings: readonly Reading[],
  own: readonly ReadingKind[],
  selectedLength: number,
): Reading[] {
  const rank = ({ kind, length }: Reading) => {
    const at = own.indexOf(kind);
    if (at < 0) return own.length;
    return length === selectedLength ? at - own.length : at;
  };
  return [...readings].sort((a, b) => rank(a) - rank(b));
}
