/**
 * Numbers, strings and header fields of the whole model, as in ModelEdit’s model info, and the button that changes a
 * value in place.
 */

import type { Info } from '@lithoscope/core';
import type { OpenFile } from '../document/open-file.ts';
import { activeFile } from '../document/state.ts';
import { isChangeable } from '../edit/lists/row.ts';
import { editValue } from '../edit/value/open-value.ts';
import { counted, countsOf, formatCount, formatRounded, identityOf } from '../explain/describe.ts';
import { commandList } from '../motion/command-list.ts';
import { button, el, fileText, icon } from '../ui/dom.ts';
import { elementNamed, nameElement, placeOfNamed } from '../ui/focus.ts';
import { PENCIL } from '../ui/icons.ts';
import { effect } from '../ui/scope.ts';

/** A name and a value, in page order. */
type Fact = readonly [name: string, value: string | HTMLElement];

/** Most names or numbers of a list. */
const MAX_NAMES = 500;

export function mountFacts(host: HTMLElement): void {
  const list = el('dl', { class: 'facts' });
  host.append(list);
  effect(() => {
    const file = activeFile.value;
    list.replaceChildren(
      ...(file ? factsOf(file) : []).map(([name, value]) =>
        el('div', { class: 'fact' }, el('dt', {}, name), el('dd', {}, value)),
      ),
    );
  });
}

function factsOf(file: OpenFile): Fact[] {
  const { info, name } = file;
  const { title, version, games } = identityOf(info);
  const facts: Fact[] = [
    ['File', fileText(name)],
    ['Size', counted(info.size, 'byte')],
    ['Kind', title],
    ['Version', games ? `${version}: ${games}` : version],
    [
      'Contents',
      countsOf(info)
        .map(({ count, noun }) => counted(count, noun))
        .join(', '),
    ],
  ];
  const { Version: _said, CommandString: _shown, ...header } = info.header;
  if (info.token) facts.push(['File token', fileText(info.token)]);
  const commands = info.commandString ? commandList(info.commandString) : 'none';
  facts.push(['Command string', withPencil(file, 'Header.CommandString', 'the command string', commands)]);
  facts.push(['Tree', `${counted(info.nodes.length, 'node')}, ${depthOf(info)} levels deep`]);
  if (info.counts.weights > 0) facts.push(['Weights', formatWeights(info)]);
  facts.push([
    'Keyframes',
    `${formatCount(info.counts.keyframes)} in ${counted(info.animations.length, 'animation')}`,
  ]);
  const [own] = info.childModels;
  if (own) {
    const path = `${file.parsed.pathOf({ childModel: 0 })}.BuildNumber`;
    facts.push(['Build number', withPencil(file, path, 'the build number', String(own.buildNumber))]);
  }
  for (const [field, value] of Object.entries(header)) {
    const shown = headerValue(field, value);
    const isAuthored = field === 'InternalRadius';
    const words = isAuthored ? withPencil(file, `Header.${field}`, 'the internal radius', shown) : shown;
    facts.push([spaced(field), words]);
  }
  const { transformInfo } = info;
  if (transformInfo) facts.push(['FlipMat', String(transformInfo.flipMat)]);
  if (transformInfo) facts.push(['FixAnimKeyframes', String(transformInfo.fixAnimKeyframes)]);
  if (info.weightSets.length > 0) facts.push(['Weight sets', listOf(info.weightSets.map((set) => set.name))]);
  return facts;
}

/** A header value as text; if it is rounded, its title has the exact value. */
function headerValue(field: string, value: Info['header'][string]): string | HTMLElement {
  const values = Array.isArray(value) ? value.slice(0, MAX_NAMES) : [value];
  const numbers = values.map((entry) => (typeof entry === 'number' ? formatRounded(entry) : String(entry)));
  const words = numbers.join(', ') || 'none';
  // The count includes an entry for the model itself.
  if (field === 'ChildModelCount') return `${words}, including the model itself`;
  const isRounded = values.some((entry) => typeof entry === 'number' && !Number.isInteger(entry));
  return isRounded ? el('span', { title: values.join(', ') }, words) : words;
}

function depthOf({ nodes }: Info): number {
  const depths: number[] = [];
  for (const { parent } of nodes) depths.push((depths[parent] ?? 0) + 1);
  return depths.reduce((deepest, depth) => Math.max(deepest, depth), 0);
}

/** ModelEdit's "average weights a vertex", at the finest level. */
function formatWeights({ pieces, counts }: Info): string {
  let weights = 0;
  let vertices = 0;
  for (const { lods } of pieces) {
    weights += lods[0]?.weights ?? 0;
    vertices += lods[0]?.vertices ?? 0;
  }
  const average = vertices > 0 ? (weights / vertices).toFixed(2) : '0';
  return `${formatCount(counts.weights)}, ${average} per vertex at level 0`;
}

/** `InternalRadius` → `Internal radius`. */
function spaced(field: string): string {
  const words = field.replace(/([a-z0-9])([A-Z])/g, '$1 $2').split(' ');
  return words.map((word, i) => (i > 0 && /^[A-Z][a-z]+$/.test(word) ? word.toLowerCase() : word)).join(' ');
}

function listOf(names: readonly string[]): HTMLElement {
  const listed = names.slice(0, MAX_NAMES).flatMap((name, i) => [i > 0 ? ', ' : '', fileText(name)]);
  const rest = names.length - MAX_NAMES;
  return el('span', {}, ...listed, rest > 0 ? ` and ${formatCount(rest)} more` : '');
}

/**
 * The value followed by a pencil that changes it; only the value if it cannot be changed.
 * @param name name of the value: `the command string`
 */
function withPencil(file: OpenFile, path: string, name: string, content: HTMLElement | string): HTMLElement {
  const shown = el('span', { class: 'pencil-value' }, content);
  if (!isChangeable(file) || !file.parsed.resolve(path)) return shown;
  const value = `value ${path}`;
  const edit = () =>
    editValue({
      file,
      path,
      // Each change rebuilds the element that shows the value.
      place: () => placeOfNamed(value),
      back: () => elementNamed(`${value} pencil`)?.focus(),
    });
  const pencil = button(icon(...PENCIL), edit, {
    class: 'grid-icon pencil',
    'aria-label': `Change ${name}`,
    title: `Change ${name}`,
  });
  nameElement(value, shown);
  nameElement(`${value} pencil`, pencil);
  return el('span', { class: 'with-pencil' }, shown, pencil);
}
