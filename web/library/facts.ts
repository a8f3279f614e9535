/** What is known of the library's files: of those that were read. */
import { type Signal, signal } from '@preact/signals-core';
import type { Facts } from '../explain/facts.ts';
import type { LibraryFile } from '../store/library.ts';
import { NameIndex } from './name-index.ts';

/** What came of reading a file: its facts, or why it could not be read, a sentence. */
export type Result = { readonly facts: Facts } | { readonly problem: string };

/** By the file's id; a file that was read and is nothing that this page knows has facts as well. */
const results = new Map<number, Result>();

/** Every text of the facts once: most names stand in many files. */
const texts = new Map<string, string>();

/** Findings that are kept of all files; of more files the first ones are. */
const MAX_FINDINGS = 200_000;
const FEW_FINDINGS = 20;
let findings = 0;

/** The names of all files, for the search. */
export const nameIndex = new NameIndex();

/** Counts up whenever facts have come or gone: what reads it runs again. */
export const factsVersion: Signal<number> = signal(0);

/** The facts of a file; null while it was not read, and when it could not be. Reads a signal. */
export function factsOf(file: LibraryFile): Facts | null {
  factsVersion.value;
  return knownFacts(file);
}

/** The same without a signal, for those who read `factsVersion` once for many. */
export function knownFacts({ id }: Pick<LibraryFile, 'id'>): Facts | null {
  const result = results.get(id);
  return result && 'facts' in result ? result.facts : null;
}

/** Why a file could not be read, a sentence; '' when it could, or was not tried. Reads a signal. */
export function readProblemOf(file: LibraryFile): string {
  factsVersion.value;
  return knownProblem(file) || file.problem;
}

/** What came of trying to read it, without a signal. */
export function knownProblem({ id }: Pick<LibraryFile, 'id'>): string {
  const result = results.get(id);
  return result && 'problem' in result ? result.problem : '';
}

/** Whether a file was tried. */
export function isTried({ id }: LibraryFile): boolean {
  return results.has(id);
}

/** Takes what came of files, and tells everyone. */
export function putResults(arrived: Iterable<readonly [id: number, result: Result]>): void {
  takeResults(arrived);
  factsVersion.value++;
}

/** The same without telling anyone: whoever takes many bit by bit counts `factsVersion` up now and then. */
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

/** Lets go of what is known of files that are not in the library any more. */
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

/** The facts with each text once in memory. */
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
