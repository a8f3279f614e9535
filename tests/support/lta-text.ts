/** A small model as text by docs/format/lta.md, independently of the core that reads it. */

/** One node that rises by 3 within a second, and a triangle of a piece that follows it. */
export const TEXT = `(lt-model-0
\t(on-load-cmds
\t\t(
\t\t\t(anim-bindings ( (anim-binding (name "rise" ) (dims (1 2 1 ) ) (interp-time 100 ) ) ) )
\t\t\t(set-command-string "ShadowEnable" )
\t\t\t(set-global-radius 12.5 )
\t\t\t(add-deformer (skel-deformer (target "body" ) (influences ("root" ) ) (weightsets ( (0 1 ) (0 1 ) (0 1 ) ) ) ) )
\t\t\t(add-childmodels ( (child-model (filename "base" ) (save-index 1 ) ) ) )
\t\t)
\t)
\t(hierarchy (children ( (transform "root" (matrix ( (1 0 0 0 ) (0 1 0 0 ) (0 0 1 0 ) (0 0 0 1 ) ) ) ) ) ) )
\t(shape "body"
\t\t(geometry
\t\t\t(mesh "body"
\t\t\t\t(vertex ( (0 0 0 ) (0 2 0 ) (1 2 0 ) ) )
\t\t\t\t(normals ( (0 0 1 ) (0 0 1 ) (0 0 1 ) ) )
\t\t\t\t(uvs ( (0 0 ) (0 1 ) (1 1 ) ) )
\t\t\t\t(tri-fs (0 1 2 ) )
\t\t\t\t(tex-fs (0 1 2 ) )
\t\t\t)
\t\t)
\t\t(texture-indices (0 ) )
\t)
\t(tools-info ( (compile-options ( (compression-type 2 ) ) ) ) )
\t(animset "rise"
\t\t(keyframe (keyframe (times (0 1000 ) ) (values ("" "STEP 1" ) ) ) )
\t\t(anims ( (anim (parent "root" ) (frames (posquat ( ((0 0 0 ) (0 0 0 1 ) ) ((0 3 0 ) (0 0 0 1 ) ) ) ) ) ) ) )
\t)
)
`;

export const textModel = (text = TEXT): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** The same, packed with nine bits a byte. */
export function packedModel(text = TEXT): Uint8Array<ArrayBuffer> {
  const bits = [...textModel(text)].flatMap((byte) => [
    1,
    ...[7, 6, 5, 4, 3, 2, 1, 0].map((place) => (byte >> place) & 1),
  ]);
  bits.push(...new Array(17).fill(0));
  const bytes = new Uint8Array(4 + (bits.length >> 3));
  for (let i = 0; i < (bytes.length - 4) * 8; i++) {
    const at = 4 + (i >> 3);
    bytes[at] = (bytes[at] ?? 0) | ((bits[i] ?? 0) << (i & 7));
  }
  return bytes;
}
