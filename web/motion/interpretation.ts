/** Interpretation of the ambiguous parts of a v6 file: as stored, or as the user chooses (abc.md §2). */

import type { OpenFile } from '../document/open-file.ts';
import { activeFile } from '../document/state.ts';
import { button, el, visible } from '../ui/dom.ts';
import { effect } from '../ui/scope.ts';
import './motion.css';

type Interpretation = OpenFile['look']['interpretation']['value'];

/** Fills the section. */
export function mountInterpretation(host: HTMLElement): void {
  const list = el('dl', { class: 'interpretation' });
  const back = button('Reset to the file’s values', () => {
    const file = activeFile.peek();
    if (file) file.look.interpretation.value = {};
  });
  back.classList.add('button-small', 'layer-add');
  host.append(list, back);
  effect(() => {
    const file = activeFile.value;
    list.replaceChildren(...(file ? rowsOf(file) : []));
  });
  effect(() => {
    back.disabled = Object.keys(activeFile.value?.look.interpretation.value ?? {}).length === 0;
  });
}

function rowsOf(file: OpenFile): HTMLElement[] {
  const { animations, restAnimation, transformInfo, space } = file.info;
  const rest = animations[restAnimation];
  // Without TransformInfo both flags count as 1.
  const conjugated = (transformInfo?.fixAnimKeyframes ?? 1) !== 0;
  const stored = (flag: 'flipMat' | 'fixAnimKeyframes') =>
    transformInfo ? `stored: ${transformInfo[flag]}` : 'not stored, treated as 1';
  return [
    row(file, 'Rest pose', 'restAnimation', `the first key of ${visible(rest?.name ?? 'none')}`, '', [
      ...animations.map(({ name }, i) => [i, visible(name || '(no name)')] as const),
    ]),
    row(
      file,
      'Key rotations',
      'conjugateKeys',
      conjugated ? 'conjugated' : 'as stored',
      `FixAnimKeyframes, ${stored('fixAnimKeyframes')}`,
      [
        [true, 'Conjugated'],
        [false, 'As stored'],
      ],
    ),
    row(
      file,
      'Mirroring',
      'mirrorZ',
      space.mirrorZ ? 'mirrored in Z' : 'not mirrored',
      `FlipMat, ${stored('flipMat')}`,
      [
        [true, 'Mirrored in Z'],
        [false, 'Not mirrored'],
      ],
    ),
  ];
}

/** A choice whose first option follows the file. */
function row<K extends keyof Interpretation>(
  file: OpenFile,
  title: string,
  key: K,
  said: string,
  stored: string,
  options: readonly (readonly [NonNullable<Interpretation[K]>, string])[],
): HTMLElement {
  const choice = el(
    'select',
    { 'aria-label': title },
    el('option', { value: '' }, `According to the file: ${said}`),
    ...options.map(([value, label]) => el('option', { value: String(value) }, label)),
  );
  choice.addEventListener('change', () => {
    const { [key]: _, ...others } = file.look.interpretation.value;
    const chosen = options.find(([value]) => String(value) === choice.value);
    file.look.interpretation.value = chosen ? { ...others, [key]: chosen[0] } : others;
  });
  effect(() => {
    choice.value = String(file.look.interpretation.value[key] ?? '');
  });
  return el(
    'div',
    { class: 'interpretation-row' },
    el('dt', {}, title),
    el('dd', {}, choice, el('span', { class: 'interpretation-stored' }, stored)),
  );
}
