/** From the space of the file to that of glTF: right-handed, upright, looking along +Z, left limbs at +X. */

/** D = diag(x, 1, z): the data is converted, D · x, so that no scale is negative. */
export interface Space {
  readonly x: 1 | -1;
  readonly z: 1 | -1;
  /** D is a mirror: it reverses the winding of triangles. */
  readonly mirrors: boolean;
}

/** @param mirrorZ as `Info.space.mirrorZ`: the file is left-handed and looks along +Z; else right-handed, along −Z */
export function spaceOf(mirrorZ: boolean): Space {
  return mirrorZ ? { x: -1, z: 1, mirrors: true } : { x: -1, z: -1, mirrors: false };
}
