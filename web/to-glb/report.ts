/** What an export reports: the content of the GLB, its deviations, and notes to the user. */
import { counted, formatCount } from '../explain/describe.ts';

/** The deviation of a level of a piece: glTF has one bind position for each vertex, the file one for each weight. */
export interface GlbDeviation {
  /** Index into `info.pieces`. */
  readonly piece: number;
  /** Level of detail. */
  readonly lod: number;
  /** Vertices whose weights do not agree on one bind position. */
  readonly vertices: number;
  /** Greatest distance of a vertex from its position in any pose, file units. */
  readonly bound: number;
}

/** A note to the user. */
export interface GlbNote {
  /** For tests and programs, documented in docs/export.md: `BIND_POSITIONS`, `ANIMATION_LEFT_OUT` … */
  readonly code: string;
  /** `warning`: the GLB is not all of the model, or not exact. */
  readonly severity: 'warning' | 'info';
  /** A sentence for the user. */
  readonly message: string;
}

/** What is in a GLB. */
export interface GlbReport {
  /** One for each piece and level. */
  readonly meshes: number;
  /** Of glTF: split where a vertex has several texture coordinates. */
  readonly vertices: number;
  /** Over all meshes. */
  readonly triangles: number;
  /** Nodes of the skeleton. */
  readonly joints: number;
  /** As empty nodes. */
  readonly sockets: number;
  /** Those that are in it. */
  readonly animations: number;
  /** Moments with a key, over all animations. */
  readonly keys: number;
  /** Textures that are embedded, as PNG. */
  readonly images: number;
  /** v6: deformation frames that the animations have, and those that are morph targets. */
  readonly morphTargets: {
    /** Deformation frames. */
    readonly all: number;
    /** Those that are morph targets. */
    readonly kept: number;
  };
  /** Greatest distance of a vertex, file units, for morph targets that were left out; 0 when none was. */
  readonly morphDeviation: number;
  /** Levels that are not exact. */
  readonly deviations: readonly GlbDeviation[];
  /** What the user should know. */
  readonly notes: readonly GlbNote[];
}

/** A GLB, and what is in it. */
export interface GlbResult {
  /** The file. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** What is in it, and what is not. */
  readonly report: GlbReport;
}

/** Every code of a note, in the order of docs/export.md. */
export const NOTES = {
  DAMAGED: 'The file has errors: only what could be read is exported.',
  ANIMATION_LEFT_OUT:
    'Animations that are incomplete or damaged in the file cannot be played and are skipped.',
  SKELETON_MISMATCH: 'Animations of a file with a different skeleton cannot move this one and are skipped.',
  NODE_PLACE: 'Nodes without a finite position are placed at their parents.',
  BIND_NOT_RIGID:
    'The bind pose of nodes is scaled or sheared: a rest pose in glTF has only their rotation and position.',
  BIND_POSITIONS:
    'The weights of vertices imply different bind positions, but glTF has only one: no vertex is farther off than the bound given.',
  WEIGHTS_LEFT_OUT:
    'Negative weights, the weakest of more than 32 of a vertex, and weights of nodes above 65,534 are skipped.',
  WEIGHTS_MANY: 'Vertices have more than eight weights; most programs read only four or eight.',
  FACES_LEFT_OUT: 'Triangles with a vertex without a finite position are skipped.',
  LEVEL_LEFT_OUT: 'Levels that are not in the model, or that would make the GLB too large, are skipped.',
  SOCKET_PLACE:
    'Sockets whose node does not exist, or without a finite position, are placed at the root node.',
  SKIN_LEFT_OUT: 'Skins without pixels are skipped.',
  KEYS_LEFT_OUT: 'Keys that are not finite, or not later than the previous one in 32 bits, are skipped.',
  KEYS_ADDED:
    'Keys were added between those of the file, where glTF would rotate a node differently from the engine.',
  MORPH_TARGETS_LIMITED:
    'There are more deformation frames than allowed morph targets: the others are interpolated.',
  MORPH_KEYS_SKIPPED:
    'The animations have too many keys to check the deformation of each: it is interpolated at the others.',
} as const;

export type NoteCode = keyof typeof NOTES;

export class NoteList {
  readonly notes: GlbNote[] = [];

  /** The GLB is not all of the model, or not exact. @param message a sentence for the user */
  warn(code: NoteCode, message: string): void {
    this.notes.push({ code, severity: 'warning', message });
  }

  /** Worth knowing, but nothing is lost. @param message a sentence for the user */
  tell(code: NoteCode, message: string): void {
    this.notes.push({ code, severity: 'info', message });
  }
}

/** The note about triangles without finite positions, of exports and imports. */
export const trianglesLeftOut = (count: number): string =>
  `Skipped ${counted(count, 'triangle')} with a vertex without a finite position.`;

/** Names for a sentence, shortened: a file may have thousands of 64 KB each. */
export function named(names: readonly string[], most = 3): string {
  const shown = names.slice(0, most).map((name) => (name.length > 40 ? `${name.slice(0, 40)}…` : name));
  const more = names.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}`;
}
