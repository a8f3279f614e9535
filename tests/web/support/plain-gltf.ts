/** Documents of glTF-Transform, which are easy to build, as reading makes them. */
import type * as gltf from '@gltf-transform/core';
import type { Quat, Vec3 } from '@lithoscope/core';
import {
  type Accessor,
  accessorOf,
  type Channel,
  type Document,
  type Material,
  type Node,
  type TypedArray,
} from '../../../web/gltf/document.ts';

export function plainDocument(document: gltf.Document): Document {
  const root = document.getRoot();
  const named = (one: { getName(): string; getExtras(): Record<string, unknown> }) => ({
    name: one.getName(),
    extras: one.getExtras(),
  });
  const materials = new Map(
    root.listMaterials().map((one): [gltf.Material, Material] => [
      one,
      {
        ...named(one),
        colour: one.getBaseColorFactor(),
        texture: one.getBaseColorTexture() && { name: '', uri: '', mimeType: '', image: null },
        alphaMode: one.getAlphaMode(),
        doubleSided: one.getDoubleSided(),
      },
    ]),
  );
  const attributesOf = (one: gltf.Primitive | gltf.PrimitiveTarget) =>
    new Map(
      one.listSemantics().map((semantic) => [semantic, plainAccessor(one.getAttribute(semantic))] as const),
    );
  const meshes = new Map(
    root.listMeshes().map((mesh) => [
      mesh,
      {
        ...named(mesh),
        weights: mesh.getWeights(),
        primitives: mesh.listPrimitives().map((primitive) => ({
          mode: primitive.getMode(),
          material: materials.get(primitive.getMaterial() as gltf.Material) ?? null,
          attributes: attributesOf(primitive),
          indices: primitive.getIndices() && plainAccessor(primitive.getIndices()),
          targets: primitive
            .listTargets()
            .map((target) => ({ name: target.getName(), attributes: attributesOf(target) })),
        })),
      },
    ]),
  );
  type Made = { -readonly [Key in keyof Node]: Node[Key] };
  const nodes = new Map(
    root.listNodes().map((node): [gltf.Node, Made] => [
      node,
      {
        ...named(node),
        parent: null,
        children: [],
        translation: node.getTranslation() as Vec3,
        rotation: node.getRotation() as Quat,
        scale: node.getScale() as Vec3,
        mesh: meshes.get(node.getMesh() as gltf.Mesh) ?? null,
        skin: null,
        weights: node.getWeights(),
      },
    ]),
  );
  const nodeOf = (node: gltf.Node) => nodes.get(node) as Made;
  const skins = new Map(
    root.listSkins().map((skin) => [
      skin,
      {
        ...named(skin),
        joints: skin.listJoints().map(nodeOf),
        inverseBinds: skin.getInverseBindMatrices() && plainAccessor(skin.getInverseBindMatrices()),
      },
    ]),
  );
  for (const [node, made] of nodes) {
    made.children = node.listChildren().map(nodeOf);
    for (const child of node.listChildren()) nodeOf(child).parent = made;
    made.skin = skins.get(node.getSkin() as gltf.Skin) ?? null;
  }
  const channelOf = (channel: gltf.AnimationChannel): Channel => {
    const sampler = channel.getSampler() as gltf.AnimationSampler;
    return {
      node: nodeOf(channel.getTargetNode() as gltf.Node),
      path: channel.getTargetPath() as Channel['path'],
      sampler: {
        input: plainAccessor(sampler.getInput()),
        output: plainAccessor(sampler.getOutput()),
        interpolation: sampler.getInterpolation(),
      },
    };
  };
  const scene = root.getDefaultScene() ?? root.listScenes()[0];
  return {
    nodes: [...nodes.values()],
    meshes: [...meshes.values()],
    materials: [...materials.values()],
    textures: [],
    skins: [...skins.values()],
    animations: root
      .listAnimations()
      .map((animation) => ({ ...named(animation), channels: animation.listChannels().map(channelOf) })),
    scene: scene?.listChildren().map(nodeOf) ?? null,
  };
}

function plainAccessor(accessor: gltf.Accessor | null): Accessor {
  const array = (accessor?.getArray() ?? new Float32Array()) as TypedArray;
  return accessorOf(array, accessor?.getElementSize() ?? 1);
}
