/** Where sockets are in a pose. */
import type { SocketInfo } from '@lithoscope/core';
import { Matrix4, Quaternion, Vector3 } from 'three';

const ONE = new Vector3(1, 1, 1);

/**
 * The sockets' own axes and places in file space: the node's matrix times the socket's transform. A socket whose node
 * is not there is where its numbers say.
 * @param nodes `Frame.nodes`: 16 row-major numbers a node
 */
export function socketMatrices(sockets: readonly SocketInfo[], nodes: Float32Array): Matrix4[] {
  return sockets.map(({ node, rotation, location }) => {
    const local = new Matrix4().compose(
      new Vector3(...location),
      new Quaternion(...rotation).normalize(),
      ONE,
    );
    const matrix = nodes.subarray(node * 16, node * 16 + 16);
    return matrix.length === 16 ? local.premultiply(new Matrix4().fromArray(matrix).transpose()) : local;
  });
}
