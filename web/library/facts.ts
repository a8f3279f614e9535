/** Facts about library files that have been read. */
import { type Signal, signal } from '@preact/signals-core';
import type { Facts } from '../explain/facts.ts';
import type { LibraryFile } from '../store/library.ts';
import { NameIndex } from './name-index.ts';

/** Result of reading a file: its facts, or why it could not be read, a sentence. */
export type Result = { readonly facts: Facts } | { readonly problem: string };

/** By file id. A readable file of unknown format has facts, too. */
const results = new Map<number, Result>();

/** Interned texts: most names occur in many files. */
const texts = new Map<string, string>();

/** Findings kept of all files; beyond that, the first few per file. */
const MAX_FINDINGS = 200_000;
const FEW_FINDINGS = 20;
let findings = 0;

/** Names of all files, for the search. */
export const nameIndex = new NameIndex();

/** Incremented whenever facts change; effects that read it run again. */
export const factsVersion: Signal<number> = signal(0);

/** The facts of a file; null if it was not read or could not be. Reads a signal. */
export function factsOf(file: LibraryFile): Facts | null {
  factsVersion.value;
  return knownFacts(file);
}

/** Like `factsOf`, without a signal: callers read `factsVersion` once for many files. */
export function knownFacts({ id }: Pick<LibraryFile, 'id'>): Facts | null {
  const result = results.get(id);
  return result && 'facts' in result ? result.facts : null;
}

/** Why a file could not be read, a sentence; '' if it could or was not tried. Reads a signal. */
export function readProblemOf(file: LibraryFile): string {
  factsVersion.value;
  return knownProblem(file) || file.problem;
}

/** Like `readProblemOf`, for problems of reading only and without a signal. */
export function knownProblem({ id }: Pick<LibraryFile, 'id'>): string {
  const result = results.get(id);
  return result && 'problem' in result ? result.problem : '';
}

/** Whether reading a file was attempted. */
export function isTried({ id }: LibraryFile): boolean {
  return results.has(id);
}

/** Stores results and notifies readers. */
export function putResults(arrived: Iterable<readonly [id: number, result: Result]>): void {
  takeResults(arrived);
  factsVersion.value++;
}

/** Stores results without notification: callers increment `factsVersion` from time to time. */
export function takeResults(arrived: Iterable<readonly [id: number, result: Result]>): void {
  for (const [id, result] of arrived) {
    const before = knownFacts({ id });
    if (before) {
      findings -= before.findings.length;
      nameIndex.remove(id);
    }
    if ('problem' in result) {
      results.set(id, result);
      continue;
    }
    const facts = kept(result.facts);
    findings += facts.findings.length;
    results.set(id, { facts });
    nameIndex.add(id, facts);
  }
}

/** Discards the results of files that left the library. */
export function keepResultsOf(files: readonly LibraryFile[]): void {
  const ids = new Set(files.map(({ id }) => id));
  const gone = [...results.keys()].filter((id) => !ids.has(id));
  if (gone.length === 0) return;
  for (const id of gone) results.delete(id);
  texts.clear();
  nameIndex.clear();
  findings = 0;
  for (const [id, result] of results) {
    if (!('facts' in result)) continue;
    const facts = kept(result.facts);
    findings += facts.findings.length;
    results.set(id, { facts });
    nameIndex.add(id, facts);
  }
  factsVersion.value++;
}

/** The facts with interned texts. */
function kept(facts: Facts): Facts {
  const tooMany = findings > MAX_FINDINGS && facts.findings.length > FEW_FINDINGS;
  const list = tooMany ? facts.findings.slice(0, FEW_FINDINGS) : facts.findings;
  const { names, engine, modelEdit } = facts;
  return {
    ...facts,
    game: once(facts.game),
    commandString: once(facts.commandString),
    engine: { verdict: engine.verdict, reason: once(engine.reason) },
    modelEdit: { verdict: modelEdit.verdict, reason: once(modelEdit.reason) },
    names: {
      nodes: names.nodes.map(once),
      animations: names.animations.map(once),
      sockets: names.sockets.map(once),
      pieces: names.pieces.map(once),
      weightSets: names.weightSets.map(once),
      children: names.children.map(once),
      frames: names.frames.map(once),
      textures: names.textures.map(once),
    },
    findings: list.map((finding) => ({
      ...finding,
      code: once(finding.code),
      message: once(finding.message),
      effect: once(finding.effect),
      remedy: once(finding.remedy),
      source: once(finding.source),
      path: once(finding.path),
    })),
    findingsTruncated: facts.findingsTruncated || tooMany,
  };
}

function once(text: string): string {
  const known = texts.get(text);
  if (known !== undefined) return known;
  texts.set(text, text);
  return text;
}
