/** A source as one GLB, for three.js: it may fetch nothing, and has no decoder for what is compressed. */
import { type Document, WebIO } from '@gltf-transform/core';

/** Nodes, meshes and animations keep their indices. Null when it cannot be written. */
export async function asOneGlb(document: Document): Promise<Uint8Array<ArrayBuffer> | null> {
  const root = document.getRoot();
  const before = root.listBuffers();
  // A GLB has one.
  const buffer = document.createBuffer();
  for (const accessor of root.listAccessors()) accessor.setBuffer(buffer);
  for (const other of before) other.dispose();
  // Without a scene all nodes at the top are shown.
  if (root.listScenes().length === 0) {
    const scene = document.createScene();
    for (const node of root.listNodes()) if (!node.getParentNode()) scene.addChild(node);
    root.setDefaultScene(scene);
  }
  try {
    // What was read of extensions is in the numbers, and none is left.
    return (await new WebIO().writeBinary(document)).slice();
  } catch {
    return null;
  }
}
