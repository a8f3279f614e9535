/** The buttons over the viewport: view switches, framing, and the level of detail. */
import { effect } from '@preact/signals-core';
import { button, el, setAttribute } from '../dom.ts';
import { commandButton } from '../shell/command-button.ts';
import { activeFile, type OpenFile } from '../state.ts';
import { sceneCommands } from './commands.ts';

/** More levels than this do not fit as buttons. */
const MOST_BUTTONS = 8;

/** Words on the buttons, by command; the command's own label says it in full. */
const SHORT: Readonly<Record<string, string>> = {
  'view.skeleton': 'Skeleton',
  'view.wireframe': 'Wireframe',
  'view.grid': 'Grid',
  'view.frame': 'Frame',
  'view.picture': 'Picture',
};

/** Builds the toolbar and keeps it in step with the store. */
export function sceneToolbar(): HTMLElement {
  const levels = el('div', { class: 'scene-levels' });
  effect(() => {
    const file = activeFile.value;
    levels.replaceChildren();
    if (!file || file.info.lodCount < 2) return undefined;
    const control =
      file.info.version === 6
        ? collapseSlider(file)
        : file.info.lodCount > MOST_BUTTONS
          ? levelSelect(file)
          : levelButtons(file);
    levels.append(control.element);
    return effect(() => control.show(file.lod.value));
  });
  const buttons = el(
    'div',
    { class: 'button-group' },
    ...sceneCommands.map((command) => commandButton(command, SHORT[command.id] ?? command.label)),
  );
  return el('div', { class: 'scene-toolbar', role: 'toolbar', 'aria-label': 'View' }, buttons, levels);
}

/** A control for `OpenFile.lod`, and how it shows a level. */
interface LevelControl {
  element: HTMLElement;
  show(lod: number): void;
}

function levelButtons(file: OpenFile): LevelControl {
  const buttons = Array.from({ length: file.info.lodCount }, (_, lod) =>
    button(
      String(lod),
      () => {
        file.lod.value = lod;
      },
      { 'aria-label': `Level ${lod}`, title: levelTitle(file, lod) },
    ),
  );
  return {
    element: el(
      'div',
      { class: 'button-group', role: 'group', 'aria-label': 'Level of detail' },
      el('span', { class: 'group-label' }, 'LOD'),
      ...buttons,
    ),
    show(lod) {
      buttons.forEach((element, level) => {
        setAttribute(element, 'aria-pressed', String(level === lod));
      });
    },
  };
}

function levelTitle(file: OpenFile, lod: number): string {
  if (lod === 0) return 'Full detail';
  const distances = file.info.header.LODDistances;
  const distance = Array.isArray(distances) ? distances[lod - 1] : undefined;
  return distance === undefined ? `Level ${lod}` : `Used from a distance of ${distance}`;
}

function levelSelect(file: OpenFile): LevelControl {
  const levels = Array.from({ length: file.info.lodCount }, (_, lod) =>
    el('option', { value: lod }, String(lod)),
  );
  const select = el('select', {}, ...levels);
  select.addEventListener('change', () => {
    file.lod.value = Number(select.value);
  });
  return {
    element: el('label', { class: 'button-group' }, el('span', { class: 'group-label' }, 'LOD'), select),
    show(lod) {
      select.value = String(lod);
    },
  };
}

/** v6: every step takes one edge, and with it two triangles, away. */
function collapseSlider(file: OpenFile): LevelControl {
  const last = file.info.lodCount - 1;
  const slider = el('input', { type: 'range', min: 0, max: last });
  const value = el('output');
  slider.addEventListener('input', () => {
    file.lod.value = slider.valueAsNumber;
  });
  const label = el('span', { class: 'group-label' }, 'Collapses');
  return {
    element: el('label', { class: 'button-group' }, label, slider, value),
    show(lod) {
      slider.value = String(lod);
      value.textContent = `${lod} / ${last}`;
    },
  };
}
