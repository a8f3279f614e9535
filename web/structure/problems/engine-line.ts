/** “Will the game load it?”, answered in a sentence with an icon; also for ModelEdit, where its answer differs. */

import type { EngineVerdict } from '@lithoscope/core';
import type { OpenFile } from '../../document/open-file.ts';
import { activeFile } from '../../document/state.ts';
import { formatCount } from '../../explain/describe.ts';
import { ENGINE_QUESTION, ENGINE_WORDS, type EngineAnswer, verdictOf } from '../../explain/verdict.ts';
import { el, fileText, icon } from '../../ui/dom.ts';
import { ALERT, CHECK, HELP, REFUSED } from '../../ui/icons.ts';

/** Icon and colour of each answer; the icons alone tell them apart. */
export const ENGINE_MARKS: Readonly<Record<EngineAnswer, { paths: readonly string[]; severity: string }>> = {
  loads: { paths: [CHECK], severity: 'ok' },
  flawed: { paths: ALERT, severity: 'warning' },
  refused: { paths: REFUSED, severity: 'error' },
  unknown: { paths: HELP, severity: 'information' },
};

/** @param said the reason given before, which is not repeated */
function editorWords({ verdict, reason }: EngineVerdict, said: string): (HTMLElement | string)[] {
  const { modelEdit } = ENGINE_WORDS[verdict];
  const words = `${modelEdit[0]?.toUpperCase()}${modelEdit.slice(1)}.`;
  return [el('strong', {}, words), ...(reason === said ? [] : [' ', fileText(reason)])];
}

export function engineLine({ parsed: { engine, modelEdit } }: OpenFile): HTMLElement {
  const { paths, severity } = ENGINE_MARKS[engine.verdict];
  return el(
    'p',
    { class: 'engine-line' },
    el('span', { class: `severity-${severity}` }, icon(...paths)),
    el(
      'span',
      {},
      `${ENGINE_QUESTION} `,
      el('strong', {}, `${ENGINE_WORDS[engine.verdict].answer}.`),
      ' ',
      fileText(engine.reason),
      ...(modelEdit.verdict === engine.verdict ? [] : [' ', ...editorWords(modelEdit, engine.reason)]),
    ),
  );
}

/** Number of problems, for the panel's tab; null without problems. */
export function problemBadge(): HTMLElement | null {
  const parsed = activeFile.value?.parsed;
  if (!parsed || parsed.findings.length === 0) return null;
  const { severity } = verdictOf(parsed);
  const count = `${formatCount(parsed.findings.length)}${parsed.findingsTruncated ? '+' : ''}`;
  return el('span', { class: `problem-badge severity-${severity}` }, count);
}
