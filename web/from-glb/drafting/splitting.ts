/** Vertices of a level of a piece: they are named in 16 bits. The core splits meshes with more. */
export const MOST_VERTICES = 65_535;
