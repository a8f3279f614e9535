/** What the checking of many files came to. */
import type { Severity } from '@lithoscope/core';
import { counted, formatCount } from './describe.ts';
import { ENGINE_ANSWERS, ENGINE_WORDS, type EngineAnswer, SEVERITIES, SEVERITY_WORDS } from './verdict.ts';

/** What of a checked file is counted. */
export interface Counted {
  readonly findings: readonly { readonly severity: Severity }[];
  readonly engine: { readonly verdict: EngineAnswer };
}

export class Tally {
  files = 0;
  /** Files with an error. */
  damaged = 0;
  /** Files that could not be opened, and arguments that name none. */
  unusable = 0;
  /** Findings by severity; repeats of one count once, as they are listed. */
  readonly #findings = new Map<Severity, number>();
  readonly #engine = new Map<EngineAnswer, number>();

  add({ findings, engine }: Counted): void {
    this.files++;
    if (findings.some(({ severity }) => severity === 'error')) this.damaged++;
    for (const { severity } of findings) increase(this.#findings, severity);
    increase(this.#engine, engine.verdict);
  }

  /** `3 files checked, 1 with errors, 2 could not be opened` */
  get headline(): string {
    const parts = [`${counted(this.files, 'file')} checked`, `${formatCount(this.damaged)} with errors`];
    if (this.unusable > 0) parts.push(`${formatCount(this.unusable)} could not be opened`);
    return parts.join(', ');
  }

  /** `Problems: 1 error, 2 hints` and `Games: 2 loaded, 1 refused`: a line each, none for no files. */
  get details(): string[] {
    const findings = SEVERITIES.flatMap((severity) => {
      const count = this.#findings.get(severity);
      return count ? [counted(count, SEVERITY_WORDS[severity])] : [];
    });
    const answers = ENGINE_ANSWERS.flatMap((answer) => {
      const count = this.#engine.get(answer);
      return count ? [`${formatCount(count)} ${ENGINE_WORDS[answer].files}`] : [];
    });
    if (answers.length === 0) return [];
    return [`Problems: ${findings.join(', ') || 'none'}`, `Games: ${answers.join(', ')}`];
  }
}

function increase<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
