/** What of a document is imported: its meshes, skins and sockets, as they are found. */
import type { Mesh, Node, Skin } from '../gltf.ts';
import type { GltfSource } from '../source.ts';
import { Hierarchy } from './hierarchy.ts';

/** A mesh in the scene. */
export interface PlacedMesh {
  /** Index of its node. */
  readonly node: number;
  readonly mesh: Mesh;
  /** Of the node, or of the mesh where that has none. */
  readonly name: string;
  /** With at least one joint; null: the node moves it. */
  readonly skin: Skin | null;
}

export interface Contents {
  readonly hierarchy: Hierarchy;
  /** In the order of the scene. */
  readonly meshes: readonly PlacedMesh[];
  /** Of the meshes; all of the document when no mesh has one. */
  readonly skins: readonly Skin[];
  /** Nodes that are sockets. */
  readonly sockets: readonly number[];
}

export function contentsOf({ document }: Pick<GltfSource, 'document'>): Contents {
  const hierarchy = new Hierarchy(document);
  const meshes: PlacedMesh[] = [];
  for (const node of hierarchy.order) {
    const placed = hierarchy.nodes[node] as Node;
    const mesh = placed.mesh;
    if (!mesh || !hierarchy.isShown[node]) continue;
    const skin = placed.skin;
    meshes.push({
      node,
      mesh,
      name: placed.name || mesh.name || 'piece',
      skin: skin && skin.joints.length > 0 ? skin : null,
    });
  }
  const used = new Set(meshes.flatMap(({ skin }) => skin ?? []));
  const skins = document.skins.filter(
    (skin) => skin.joints.length > 0 && (used.size === 0 || used.has(skin)),
  );
  const joints = new Set(skins.flatMap((skin) => skin.joints));
  const sockets = Array.from(hierarchy.order).filter((index) => {
    const node = hierarchy.nodes[index] as Node;
    return hierarchy.isShown[index] && !joints.has(node) && isSocket(node);
  });
  return { hierarchy, meshes, skins, sockets };
}

export function vertexCount(mesh: Mesh): number {
  return mesh.primitives.reduce((sum, one) => sum + (one.attributes.get('POSITION')?.count ?? 0), 0);
}

/** An empty that is named so, or came from here as one. */
function isSocket(node: Node): boolean {
  if (node.mesh) return false;
  const { lt_socket } = node.extras;
  if (typeof lt_socket === 'number') return true;
  return /^s_./i.test(node.name) && node.children.length === 0;
}
