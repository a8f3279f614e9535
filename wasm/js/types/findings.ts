/** Findings, and what a game does with a file. */

export type Severity = 'error' | 'warning' | 'information' | 'hint';

/**
 * What a game does with a file that has such a finding. `flawed`: it loads, but something is missing or wrong.
 * `unknown`: nobody can tell from what was read.
 */
export type Engine = 'unknown' | 'unaffected' | 'flawed' | 'refused';

/** An entry of the catalogue of findings. The texts have {0}, {1} … where a finding has values. */
export interface CatalogueEntry {
  code: string;
  severity: Severity;
  engine: Engine;
  message: string;
  effect: string;
  remedy: string;
}

/** A range of bytes and its structure path, `''` for the file as a whole. */
export interface FindingPlace {
  offset: number;
  length: number;
  path: string;
}

/** One thing that is wrong or worth knowing, and where: `offset`, `length` and `path` are the first place. */
export interface Finding extends FindingPlace {
  code: string;
  severity: Severity;
  /** What was found, with its values. */
  message: string;
  /** What it means for game, modder or picture. */
  effect: string;
  /** What to do about it. */
  remedy: string;
  /** Repeats are merged: how many there are in all. */
  count: number;
  /** The first places, at most 8, the very first included. */
  places: FindingPlace[];
}

/** Will the engine take it? `unknown` is what is no ABC, or an undescribed version. */
export interface EngineVerdict {
  verdict: 'loads' | 'flawed' | 'refused' | 'unknown';
  /** One sentence for people, naming the worst reason. */
  reason: string;
}
