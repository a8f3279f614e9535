/** The source as one GLB for the preview. */
import * as gltf from '@gltf-transform/core';
import type { Accessor, Document, Node, Texture } from '../gltf/document.ts';

/**
 * For three.js, which may fetch nothing and has no decoders here. Indices are kept. Null if it cannot be written.
 * @param pictures PNGs of those that browsers do not decode
 */
export async function asOneGlb(
  source: Document,
  pictures: ReadonlyMap<Texture, Uint8Array<ArrayBuffer>> = new Map(),
): Promise<Uint8Array<ArrayBuffer> | null> {
  const document = built(source, pictures);
  try {
    return (await new gltf.WebIO().writeBinary(document)).slice();
  } catch {
    return null;
  }
}

const TYPES: Readonly<Record<number, gltf.GLTF.AccessorType>> = {
  1: 'SCALAR',
  2: 'VEC2',
  3: 'VEC3',
  4: 'VEC4',
  16: 'MAT4',
};

function built(source: Document, pictures: ReadonlyMap<Texture, Uint8Array<ArrayBuffer>>): gltf.Document {
  const document = new gltf.Document().setLogger(new gltf.Logger(gltf.Logger.Verbosity.SILENT));
  // A GLB has a single buffer.
  const buffer = document.createBuffer();
  const accessorOf = once(({ array, size }: Accessor) =>
    document
      .createAccessor()
      .setType(TYPES[size] ?? 'SCALAR')
      .setArray(array as gltf.TypedArray)
      .setBuffer(buffer),
  );
  const textures = mapped(source.textures, (texture) => {
    const png = pictures.get(texture);
    const image = png ?? (texture.image as Uint8Array<ArrayBuffer> | null);
    const made = document.createTexture(texture.name).setURI(texture.uri);
    if (image) made.setImage(image);
    return made.setMimeType(png ? 'image/png' : texture.mimeType);
  });
  const materials = mapped(source.materials, ({ name, extras, colour, texture, alphaMode, doubleSided }) =>
    document
      .createMaterial(name)
      .setExtras({ ...extras })
      .setBaseColorFactor([...colour])
      .setBaseColorTexture((texture && textures.get(texture)) ?? null)
      .setAlphaMode(alphaMode)
      .setDoubleSided(doubleSided),
  );
  const meshes = mapped(source.meshes, ({ name, extras, weights, primitives }) => {
    const mesh = document
      .createMesh(name)
      .setExtras({ ...extras })
      .setWeights([...weights]);
    for (const { mode, material, attributes, indices, targets } of primitives) {
      const primitive = document.createPrimitive().setMode(mode as gltf.GLTF.MeshPrimitiveMode);
      primitive.setMaterial((material && materials.get(material)) ?? null);
      for (const [semantic, accessor] of attributes) primitive.setAttribute(semantic, accessorOf(accessor));
      if (indices) primitive.setIndices(accessorOf(indices));
      for (const target of targets) {
        const morph = document.createPrimitiveTarget(target.name);
        for (const [semantic, accessor] of target.attributes)
          morph.setAttribute(semantic, accessorOf(accessor));
        primitive.addTarget(morph);
      }
      mesh.addPrimitive(primitive);
    }
    return mesh;
  });
  const nodes = mapped(source.nodes, ({ name, extras, translation, rotation, scale, mesh, weights }) =>
    document
      .createNode(name)
      .setExtras({ ...extras })
      .setTranslation(translation)
      .setRotation(rotation)
      .setScale(scale)
      .setMesh((mesh && meshes.get(mesh)) ?? null)
      .setWeights([...weights]),
  );
  const nodeOf = (node: Node) => nodes.get(node) as gltf.Node;
  const skins = mapped(source.skins, ({ name, joints, inverseBinds }) => {
    const skin = document.createSkin(name).setInverseBindMatrices(inverseBinds && accessorOf(inverseBinds));
    for (const joint of joints) skin.addJoint(nodeOf(joint));
    return skin;
  });
  // Without a scene, all root nodes are shown.
  const scene = document.createScene();
  document.getRoot().setDefaultScene(scene);
  for (const node of source.nodes) {
    for (const child of node.children) nodeOf(node).addChild(nodeOf(child));
    nodeOf(node).setSkin((node.skin && skins.get(node.skin)) ?? null);
  }
  for (const node of source.scene ?? source.nodes.filter(({ parent }) => !parent))
    scene.addChild(nodeOf(node));
  for (const { name, extras, channels } of source.animations) {
    const animation = document.createAnimation(name).setExtras({ ...extras });
    const samplerOf = once(({ input, output, interpolation }: (typeof channels)[number]['sampler']) => {
      const sampler = document.createAnimationSampler().setInterpolation(interpolation);
      sampler.setInput(accessorOf(input)).setOutput(accessorOf(output));
      animation.addSampler(sampler);
      return sampler;
    });
    for (const { node, path, sampler } of channels) {
      const channel = document.createAnimationChannel().setTargetNode(nodeOf(node)).setTargetPath(path);
      animation.addChannel(channel.setSampler(samplerOf(sampler)));
    }
  }
  return document;
}

/** In the order of the list, which indices of the GLB are then of, too. */
function mapped<From extends object, To>(list: readonly From[], make: (one: From) => To): Map<From, To> {
  return new Map(list.map((one) => [one, make(one)]));
}

/** What is made of each at its first use. */
function once<From extends object, To extends object>(make: (one: From) => To): (one: From) => To {
  const made = new Map<From, To>();
  return (one) => {
    const known = made.get(one) ?? make(one);
    made.set(one, known);
    return known;
  };
}
