/** A mesh that the file has not, as a piece of it (v9+); as several when it has more vertices than one can have. */

import type { EditValue } from '@lithoscope/core';
import type { Node } from '../gltf.ts';
import { answered } from './answered.ts';
import type { PieceContext } from './context.ts';
import { meshOf } from './meshes.ts';

export interface NewPieceMade {
  readonly name: string;
  /** As `PieceSource`. */
  readonly triangles: Int32Array;
  readonly value: EditValue;
}

/** Bytes of its name. */
const MOST_NAME = 31;

/** None for what has no triangles. */
export function newPieces(
  { rig, base, merging, faults }: PieceContext,
  node: Node,
  primitive: number,
): readonly NewPieceMade[] {
  const mesh = meshOf(rig, node, primitive, faults);
  if (!mesh) return [];
  const { levels, weightless } = answered(merging.newPiece(mesh.mesh));
  faults.weightless += weightless;
  if (levels.length === 0) return [];
  const slot = mesh.source.material?.extras.lt_material;
  const isSlot = Number.isInteger(slot) && (slot as number) >= 0 && (slot as number) <= 0xffff;
  const extras = node.mesh?.extras ?? {};
  const number = (key: string, otherwise: number) => {
    const value = extras[key];
    return typeof value === 'number' && Number.isFinite(Math.fround(value)) ? value : otherwise;
  };
  const whole = primitive > 0 ? `${node.name} ${primitive + 1}` : node.name;
  const name = faults.texts.text(whole, MOST_NAME);
  if (!isSlot) faults.slotless.push(name);
  if (levels.length > 1) faults.split.push(name);
  return levels.map(({ level, triangles }, i) => {
    const end = i > 0 ? ` ${i + 1}` : '';
    const own = name.slice(0, MOST_NAME - end.length) + end;
    return {
      name: own,
      triangles,
      value: {
        MaterialIndex: isSlot ? (slot as number) : 0,
        SpecularPower: number('lta_specular_power', 0),
        SpecularScale: number('lta_specular_scale', 0),
        ...(base.info.version >= 10 && { LODWeight: number('lta_lod_weight', 1) }),
        Name: own,
        LODs: Array.from({ length: base.info.lodCount }, () => level),
      },
    };
  });
}
