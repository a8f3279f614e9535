/** The vertices of a GLB in the spaces of the nodes of the file, for the box around what an animation does. */

import { type Affine, multiplied } from '../../to-glb/space.ts';
import type { Placed } from '../drafting/boxes.ts';
import { type Document, elementAt, type Node } from '../gltf.ts';
import { fileAffine, placeOf, type Rig, relativeTo } from './rig.ts';

export function placedMeshes(document: Document, rig: Rig): Placed[] {
  const meshes: Placed[] = [];
  for (const node of document.nodes) {
    for (const primitive of node.mesh?.primitives ?? []) {
      const positions = primitive.attributes.get('POSITION');
      if (!positions) continue;
      const joints = node.skin?.joints ?? null;
      const index = primitive.attributes.get('JOINTS_0');
      const weights = primitive.attributes.get('WEIGHTS_0');
      const start: number[] = [0];
      const nodes: number[] = [];
      const shares: number[] = [];
      const local: number[] = [];
      const add = (joint: number, share: number, place: readonly number[]) => {
        const m = rig.inverseNow[joint];
        if (!m || !(share > 0)) return;
        nodes.push(joint);
        shares.push(share);
        local.push(...[0, 4, 8].map((row) => along(m, row, place)));
      };
      const over = joints ? null : { joint: jointAbove(rig, node), m: relativeTo(rig.root, node, rig.space) };
      for (let v = 0; v < positions.count; v++) {
        const position = elementAt(positions, v);
        if (over) {
          const m = multiplied(
            over.m,
            fileAffine(rig.space, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...position, 1]),
          );
          add(
            over.joint,
            1,
            [m[3], m[7], m[11]].map((value) => rig.unit * (value ?? 0)),
          );
        } else if (index && weights) {
          const place = placeOf(rig, position);
          const [of, share] = [elementAt(index, v), elementAt(weights, v)];
          of.forEach((joint, i) => {
            const found = joints?.[joint];
            add(found ? jointAbove(rig, found) : -1, share[i] ?? 0, place);
          });
        }
        start.push(nodes.length);
      }
      // A vertex of no node would be at the origin.
      if (start.some((from, v) => v > 0 && from === start[v - 1])) continue;
      meshes.push({
        start: Uint32Array.from(start),
        node: Uint32Array.from(nodes),
        share: Float32Array.from(shares),
        local: Float32Array.from(local),
      });
    }
  }
  return meshes;
}

const along = (m: Affine, row: number, place: readonly number[]): number =>
  [0, 1, 2].reduce((sum, i) => sum + (m[row + i] as number) * (place[i] as number), m[row + 3] as number);

/** The joint itself, or the nearest node of the file above; −1 for none. */
function jointAbove({ nodeOf }: Rig, joint: Node): number {
  for (let node: Node | null = joint; node; node = node.parent) {
    const index = nodeOf.get(node) ?? -1;
    if (index >= 0) return index;
  }
  return -1;
}
