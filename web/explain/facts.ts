/** What is known of a file once it was read: what a library shows of it, and what it is found by. Plain data. No DOM. */
import type { EngineVerdict, Severity } from '@lithoscope/core';

/** What was found in a file, in short. */
export interface FactFinding {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  /** The first place. */
  readonly offset: number;
  readonly length: number;
  readonly path: string;
  /** How often it was found. */
  readonly count: number;
}

/** Names inside a file, as it spells them. Empty lists for what it has not. */
export interface FactNames {
  readonly nodes: readonly string[];
  readonly animations: readonly string[];
  readonly sockets: readonly string[];
  readonly pieces: readonly string[];
  readonly weightSets: readonly string[];
  /** File names of child models, without the model itself. */
  readonly children: readonly string[];
  /** Frame strings of all animations, each once. */
  readonly frames: readonly string[];
}

export interface Facts {
  /** As `Info.format`: `abc`, `dtx`, `spr`, or what else it is. */
  readonly format: string;
  readonly version: number;
  /** The games of this version, in short; '' when it has none. */
  readonly game: string;
  readonly size: number;
  readonly faces: number;
  readonly vertices: number;
  readonly nodes: number;
  readonly animations: number;
  readonly sockets: number;
  readonly pieces: number;
  /** Levels of detail of a model, mips of a texture. */
  readonly levels: number;
  /** Of a texture, texels; 0 of anything else. */
  readonly width: number;
  readonly height: number;
  readonly commandString: string;
  /** Skin slots that have faces. */
  readonly slots: readonly number[];
  readonly names: FactNames;
  readonly engine: EngineVerdict;
  readonly modelEdit: EngineVerdict;
  readonly findings: readonly FactFinding[];
}
