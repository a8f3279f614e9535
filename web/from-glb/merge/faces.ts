/** Which triangle of a GLB is which of the file: by the vertices that its corners are, whatever corner comes first. */

/** Corner c of the triangle is corner (c + turn) % 3 of the face. */
export interface FaceMatch {
  readonly triangle: number;
  readonly turn: number;
  /** Its other side is the front one. */
  readonly isTurnedOver: boolean;
}

export interface Matched {
  /** By face of the file that is drawn; null: it is not in the GLB. */
  readonly faces: readonly (FaceMatch | null)[];
  /** Triangles that are no face of the file. */
  readonly added: readonly number[];
}

/**
 * @param corners of the faces of the file, three vertices each
 * @param triangles vertices of the file, three each; −1 for what is none
 */
export function matchFaces(corners: ArrayLike<number>, triangles: ArrayLike<number>): Matched {
  const faces: (FaceMatch | null)[] = new Array(Math.floor(corners.length / 3)).fill(null);
  const waiting = new Map<string, number[]>();
  faces.forEach((_, face) => {
    const [key] = keyOf(corners, 3 * face);
    const list = waiting.get(key);
    if (list) list.push(face);
    else waiting.set(key, [face]);
  });
  // The first face of a key goes with the first triangle of it.
  for (const list of waiting.values()) list.reverse();
  const rest: number[] = [];
  for (let t = 0; 3 * t < triangles.length; t++) {
    const isOld = [0, 1, 2].every((c) => (triangles[3 * t + c] as number) >= 0);
    const [key, first] = keyOf(triangles, 3 * t);
    const face = isOld ? waiting.get(key)?.pop() : undefined;
    if (face === undefined) {
      rest.push(t);
      continue;
    }
    const [, faceFirst] = keyOf(corners, 3 * face);
    faces[face] = { triangle: t, turn: (faceFirst - first + 3) % 3, isTurnedOver: false };
  }
  const added: number[] = [];
  for (const t of rest) {
    const over = [triangles[3 * t], triangles[3 * t + 2], triangles[3 * t + 1]] as number[];
    const [key, first] = keyOf(over, 0);
    const face = over.every((vertex) => vertex >= 0) ? waiting.get(key)?.pop() : undefined;
    if (face === undefined) {
      added.push(t);
      continue;
    }
    const [, faceFirst] = keyOf(corners, 3 * face);
    faces[face] = { triangle: t, turn: (faceFirst - first + 3) % 3, isTurnedOver: true };
  }
  return { faces, added };
}

/** The corner of a triangle that is corner `corner` of its face. */
export function cornerOf({ turn, isTurnedOver }: FaceMatch, corner: number): number {
  const place = (corner - turn + 3) % 3;
  return isTurnedOver && place > 0 ? 3 - place : place;
}

/** The same for all turns of a triangle, and which of its corners comes first in it. */
function keyOf(corners: ArrayLike<number>, at: number): [key: string, first: number] {
  const [a, b, c] = [corners[at] as number, corners[at + 1] as number, corners[at + 2] as number];
  // Of equal ones the turn with the smaller numbers.
  const turns: [number, number, number, number][] = [
    [a, b, c, 0],
    [b, c, a, 1],
    [c, a, b, 2],
  ];
  turns.sort((p, q) => p[0] - q[0] || p[1] - q[1] || p[2] - q[2] || p[3] - q[3]);
  const [x, y, z, first] = turns[0] as [number, number, number, number];
  return [`${x},${y},${z}`, first];
}
