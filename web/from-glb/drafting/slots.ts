/** Which skin slot each material becomes. */
import type { Document, Material } from '../gltf.ts';
import type { PlacedMesh } from './contents.ts';
import { numberIn } from './extras.ts';

export interface Slots {
  /** Of the materials that are used, in the order of the document. */
  readonly slots: ReadonlyMap<Material, number>;
  /** Those that said none: they have those that are free, in their order. */
  readonly given: readonly Material[];
  /** That of those that share one. */
  readonly shared: number;
}

/** @param shares whether a material has the slot that all of these have together */
export function slotsOf(
  document: Document,
  meshes: readonly PlacedMesh[],
  shares: (material: Material) => boolean = () => false,
): Slots {
  const used = new Set(
    meshes.flatMap(({ mesh }) => mesh.primitives.flatMap((primitive) => primitive.material ?? [])),
  );
  const materials = document.materials.filter((material) => used.has(material));
  const said = new Map(materials.map((material) => [material, indexIn(material.extras, 'lt_material')]));
  const taken = new Set(said.values());
  const slots = new Map<Material, number>();
  const given: Material[] = [];
  let next = 0;
  const free = () => {
    while (taken.has(next)) next++;
    return next++;
  };
  let shared: number | null = null;
  for (const [material, slot] of said) {
    const isShared = shares(material);
    if (slot === null && !isShared) given.push(material);
    if (isShared) shared ??= free();
    slots.set(material, (isShared ? shared : slot) ?? free());
  }
  return { slots, given, shared: shared ?? free() };
}

/** A place in a list of a file; null for anything else. */
export function indexIn(extras: Readonly<Record<string, unknown>>, key: string): number | null {
  const value = numberIn(extras, key);
  return value !== null && Number.isInteger(value) && value >= 0 && value < 65_536 ? value : null;
}
