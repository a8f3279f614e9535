/** A mesh that the file has not, as a piece of it (v9+); as several when it has more vertices than one can have. */
import type { Node } from '@gltf-transform/core';
import type { EditValue } from '@lithoscope/core';
import { MOST_VERTICES } from '../drafting/splitting.ts';
import { groupsOf } from './groups.ts';
import type { LevelContext } from './level.ts';
import { LevelWriter, NO_HEAD, weightsBytes } from './level-bytes.ts';
import { isFlat, type Soup, soupOf } from './soup.ts';

export interface NewPieceMade {
  readonly name: string;
  /** As `PieceSource`. */
  readonly triangles: Int32Array;
  readonly value: EditValue;
}

/** Bytes of its name. */
const MOST_NAME = 31;

/** None for what has no triangles. @param piece its index */
export async function newPieces(
  context: LevelContext,
  node: Node,
  primitive: number,
  piece: number,
): Promise<readonly NewPieceMade[]> {
  const { rig, base, faults } = context;
  const soup = soupOf(rig, node, primitive, piece, 0, faults);
  if (!soup) return [];
  const levels = await levelsOf(context, soup);
  if (levels.length === 0) return [];
  const slot = soup.source.getMaterial()?.getExtras().lt_material;
  const isSlot = Number.isInteger(slot) && (slot as number) >= 0 && (slot as number) <= 0xffff;
  const extras = node.getMesh()?.getExtras() ?? {};
  const number = (key: string, otherwise: number) => {
    const value = extras[key];
    return typeof value === 'number' && Number.isFinite(Math.fround(value)) ? value : otherwise;
  };
  const whole = primitive > 0 ? `${node.getName()} ${primitive + 1}` : node.getName();
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

/** Stretches of the triangles, in their order. */
async function levelsOf({ rig, base, faults, breathe }: LevelContext, soup: Soup) {
  const levels: { level: Uint8Array<ArrayBuffer>; triangles: Int32Array }[] = [];
  const { fresh } = groupsOf(soup, new Uint32Array(0), () => null);
  let writer = new LevelWriter();
  let triangles: number[] = [];
  const made = new Map<number, number>();
  const close = () => {
    if (triangles.length > 0) levels.push({ level: writer.done(), triangles: Int32Array.from(triangles) });
    writer = new LevelWriter();
    triangles = [];
    made.clear();
  };
  const three = (values: Float64Array | null, index: number): [number, number, number] =>
    values ? [values[3 * index] ?? 0, values[3 * index + 1] ?? 0, values[3 * index + 2] ?? 0] : [0, 1, 0];
  for (let t = 0; 3 * t < soup.triangles.length; t++) {
    if (t % 256 === 0) await breathe();
    if (isFlat(soup, t)) continue;
    const corners = soup.triangles.subarray(3 * t, 3 * t + 3);
    const more = new Set(
      Array.from(corners, (index) => fresh[index] as number).filter((group) => !made.has(group)),
    );
    if (writer.vertices + more.size > MOST_VERTICES) close();
    const bytes = new Uint8Array(30);
    const view = new DataView(bytes.buffer);
    corners.forEach((index, corner) => {
      const group = fresh[index] as number;
      let vertex = made.get(group);
      if (vertex === undefined) {
        vertex = writer.vertex(
          weightsBytes(rig, base.info.version, {
            head: NO_HEAD,
            place: three(soup.positions, index),
            normal: three(soup.normals, index),
            shares: [...faults.moved(soup.influences(index))].sort((a, b) => b[1] - a[1]),
            sum: 1,
          }),
        );
        made.set(group, vertex);
      }
      view.setFloat32(10 * corner, soup.uvs[2 * index] as number, true);
      view.setFloat32(10 * corner + 4, soup.uvs[2 * index + 1] as number, true);
      view.setUint16(10 * corner + 8, vertex, true);
    });
    writer.face(bytes);
    triangles.push(soup.indices[t] as number);
  }
  close();
  return levels;
}
