/** A mesh that the file has not, as a piece of it (v9+). */
import type { Node } from '@gltf-transform/core';
import type { EditValue } from '@lithoscope/core';
import { groupsOf } from './groups.ts';
import type { LevelContext } from './level.ts';
import { LevelWriter, NO_HEAD, weightsBytes } from './level-bytes.ts';
import { soupOf } from './soup.ts';

export interface NewPieceMade {
  readonly name: string;
  readonly triangles: number;
  readonly value: EditValue;
}

/** Null for what has no triangles. @param piece its index */
export function newPiece(
  { rig, base }: LevelContext,
  node: Node,
  primitive: number,
  piece: number,
): NewPieceMade | null {
  const soup = soupOf(rig, node, primitive, piece, 0);
  if (!soup || soup.triangles.length === 0) return null;
  const { fresh } = groupsOf(soup, new Uint32Array(0), () => null);
  const writer = new LevelWriter();
  const made = new Map<number, number>();
  for (let t = 0; t < soup.triangles.length; t += 3) {
    const bytes = new Uint8Array(30);
    const view = new DataView(bytes.buffer);
    for (let corner = 0; corner < 3; corner++) {
      const index = soup.triangles[t + corner] as number;
      const group = fresh[index] as number;
      let vertex = made.get(group);
      if (vertex === undefined) {
        const three = (values: Float64Array | null): [number, number, number] =>
          values
            ? [values[3 * index] ?? 0, values[3 * index + 1] ?? 0, values[3 * index + 2] ?? 0]
            : [0, 1, 0];
        const shares = [...soup.influences(index)].sort((a, b) => b[1] - a[1]);
        vertex = writer.vertex(
          weightsBytes(rig, base.info.version, {
            head: NO_HEAD,
            place: three(soup.positions),
            normal: three(soup.normals),
            shares: shares.length > 0 ? shares : [[0, 1]],
            sum: 1,
          }),
        );
        made.set(group, vertex);
      }
      view.setFloat32(10 * corner, soup.uvs[2 * index] as number, true);
      view.setFloat32(10 * corner + 4, soup.uvs[2 * index + 1] as number, true);
      view.setUint16(10 * corner + 8, vertex, true);
    }
    writer.face(bytes);
  }
  const level = writer.done();
  const slot = node.getMesh()?.listPrimitives()[primitive]?.getMaterial()?.getExtras().lt_material;
  const extras = node.getMesh()?.getExtras() ?? {};
  const number = (key: string, otherwise: number) => {
    const value = extras[key];
    return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
  };
  const name = primitive > 0 ? `${node.getName()} ${primitive + 1}` : node.getName();
  return {
    name,
    triangles: soup.triangles.length / 3,
    value: {
      MaterialIndex: typeof slot === 'number' ? slot : 0,
      SpecularPower: number('lta_specular_power', 0),
      SpecularScale: number('lta_specular_scale', 0),
      ...(base.info.version >= 10 && { LODWeight: number('lta_lod_weight', 1) }),
      Name: name.slice(0, 31),
      LODs: Array.from({ length: base.info.lodCount }, () => level),
    },
  };
}
