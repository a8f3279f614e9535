/** The keys of panels: every panel with a tab has its own, and the guide lists what the sheet of keys lists. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PANEL_KEYS } from '../../../web/app/panel-keys.ts';
import { panelNamed } from '../../../web/ui/layout.ts';
import { keysOfRow } from '../../../web/ui/panel-keys.ts';

const GUIDE = join(import.meta.dirname, '../../../docs/guide/keys.md');
const FIRST = PANEL_KEYS[0]?.title ?? '';

test('belong to panels that are there, and no panel with a tab is without', () => {
  const panels = PANEL_KEYS.flatMap(({ panel }) => panel ?? []);
  expect(new Set(panels).size).toBe(panels.length);
  expect(panels.filter((id) => panelNamed(id) === id).toSorted()).toEqual([
    'animations',
    'bytes',
    'files',
    'library',
    'model',
    'own',
    'problems',
    'structure',
    'table',
  ]);
});

test('are shown as the keyboard has them', () => {
  expect(keysOfRow(['ArrowUp ArrowDown PageUp', ''], false)).toBe('↑ ↓, PageUp');
  expect(keysOfRow(['Alt+ArrowUp Alt+ArrowDown', '', 'drag'], false)).toBe('Alt+↑, Alt+↓, drag');
  expect(keysOfRow(['Ctrl+D', '', 'Ctrl and a click'], true)).toBe('⌘D, ⌘and a click');
  expect(keysOfRow(['', '', 'Digits'], false)).toBe('Digits');
});

test('stand in the guide', async () => {
  const text = readFileSync(GUIDE, 'utf8');
  const before = text.slice(0, text.indexOf(`## ${FIRST}\n`));
  const sections = PANEL_KEYS.map(({ title, rows }) =>
    [
      `## ${title}`,
      '',
      '| Key | Command |',
      '|---|---|',
      ...rows.map((row) => `| \`${keysOfRow(row, false)}\` | ${row[1]} |`),
      '',
    ].join('\n'),
  );
  expect(before).toContain('## Anywhere');
  // After a change: npx vitest run tests/web/app/panel-keys.test.ts --update
  await expect(before + sections.join('\n')).toMatchFileSnapshot(GUIDE);
});
