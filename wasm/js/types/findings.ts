/** Findings, and what a game does with a file. */

/** How serious a finding is: docs/interfaces.md §1.3 says when each is used. */
export type Severity = 'error' | 'warning' | 'information' | 'hint';

/**
 * What a game does with a file that has such a finding. `flawed`: it loads, but something is missing or wrong.
 * `unknown`: nobody can tell from what was read.
 */
export type Engine = 'unknown' | 'unaffected' | 'flawed' | 'refused';

/**
 * An entry of the catalogue of findings. The texts have {0}, {1} … where a finding has values, and {0|byte is|bytes are}
 * for a value with the words after it in the singular and the plural.
 */
export interface CatalogueEntry {
  code: string;
  severity: Severity;
  engine: Engine;
  /** What ModelEdit does with it: the same as a game, where nothing else is known. */
  modelEdit: Engine;
  message: string;
  effect: string;
  remedy: string;
  /** Where the rule is written, `abc.md §3.11` of docs/format; '' when it goes without saying. */
  source: string;
  /** What *Fix* does, in the imperative (`Set the counter to what the file holds`); '' where nothing safe is offered. */
  fix: string;
}

/** A range of bytes and its structure path, `''` for the file as a whole. */
export interface FindingPlace {
  /** Of the first byte in the file. */
  offset: number;
  /** Bytes; 0 for a place between two bytes. */
  length: number;
  /** Structure path; '' for the file as a whole. */
  path: string;
}

/** One thing that is wrong or worth knowing, and where: `offset`, `length` and `path` are the first place. */
export interface Finding extends FindingPlace {
  /** For programs, as `SECTION_OFFSET`: docs/findings.md lists all; their meaning does not change. */
  code: string;
  /** How serious it is. */
  severity: Severity;
  /** What was found, with its values. */
  message: string;
  /** What it means for game, modder or picture. */
  effect: string;
  /** What to do about it. */
  remedy: string;
  /** Where the rule is written, `abc.md §3.11`; '' when it goes without saying. */
  source: string;
  /**
   * What *Fix* does; '' where nothing safe is offered. Whether something mends this very finding is not known before
   * `Editing.settleFixes`, which withdraws the words where nothing does.
   */
  fix: string;
  /** Repeats are merged: how many there are in all. */
  count: number;
  /** The first places, at most 8, the very first included. */
  places: FindingPlace[];
}

/** Whether the game, or ModelEdit, loads a file. `unknown` is what is no ABC, an undescribed version, or what nobody knows. */
export interface EngineVerdict {
  /** `flawed`: it loads, but something is missing or wrong. `unknown`: nobody can tell from what was read. */
  verdict: 'loads' | 'flawed' | 'refused' | 'unknown';
  /** One sentence for people, naming the worst reason. */
  reason: string;
}

/**
 * Withdraws the words of *Fix* from findings that nothing mends.
 * @param mendable of `Editing.mendable`; null: nothing is known to mend any
 */
export function withdrawFixes(findings: readonly Finding[], mendable: Uint8Array | null): void {
  for (const [i, finding] of findings.entries()) if (!mendable?.[i]) finding.fix = '';
}
