/** The panel that retargets animations: beside the model, which plays what the panel would add. */
import { signal } from '@preact/signals-core';
import type { OpenFile } from '../../document/open-file.ts';
import { activeFile, files } from '../../document/state.ts';
import { counted } from '../../explain/describe.ts';
import { reasonOf } from '../../lib/reason.ts';
import { button, el, icon } from '../../ui/dom.ts';
import { CROSS } from '../../ui/icons.ts';
import { pane } from '../../ui/layout.ts';
import { effect, page, scope } from '../../ui/scope.ts';
import { bake } from './baking.ts';
import { RetargetChoice } from './choice.ts';
import { clipsSection } from './clips.ts';
import { movementSection } from './movement.ts';
import { nodesSection } from './nodes.ts';
import { playChosen } from './preview.ts';
import { sourceField } from './source-field.ts';
import '../../ui/popover.css';
import './retarget.css';

/** Closes the panel that is open. */
let closeOpen: (() => void) | null = null;

/** @param source the model with the animations; null: the first open one that has some */
export function openRetarget(file: OpenFile, source: OpenFile | null): void {
  closeOpen?.();
  const own = page.run(() => scope());
  const before = document.activeElement;
  const choice = new RetargetChoice(file);
  // A narrow window may show another pane.
  pane.value = 'model';
  const box = el('div', {
    class: 'popover retarget',
    popover: 'manual',
    role: 'dialog',
    tabindex: -1,
    'aria-label': 'Retarget animations',
  });
  const close = () => {
    closeOpen = null;
    own.end();
    box.remove();
    if (before instanceof HTMLElement && before.isConnected) before.focus();
  };
  closeOpen = close;
  own.run(() => fill(box, choice, close));
  box.addEventListener('keydown', (event) => {
    // Keeps keys from the page, and from the animation that plays.
    event.stopPropagation();
    if (event.key === 'Escape' && !event.defaultPrevented) close();
  });
  document.body.append(box);
  box.showPopover();
  choice.choose(source ?? firstSource(file));
  // What comes next: seeing an animation on the model, or choosing where it comes from.
  const next = choice.source.peek() ? '.retarget-play:not(:disabled)' : 'input';
  (box.querySelector<HTMLElement>(next) ?? box).focus();
  // The panel is about one file.
  own.run(() =>
    effect(() => {
      if (activeFile.value !== file) queueMicrotask(() => closeOpen === close && close());
    }),
  );
}

/** The first other open model with animations. */
function firstSource(file: OpenFile): OpenFile | null {
  return (
    files.peek().find(({ id, model, info }) => id !== file.id && model && info.animations.length > 0) ?? null
  );
}

function fill(box: HTMLElement, choice: RetargetChoice, close: () => void): void {
  const said = signal('');
  const baking = signal<AbortController | null>(null);
  const done = signal(0);
  const message = el('p', { class: 'form-message', role: 'status' });
  const bar = el('progress', { max: 1, 'aria-label': 'Adding animations' });
  const action = button('', () => void run(), { class: 'button-action retarget-bake' });
  const cancel = button('Cancel', () => (baking.peek() ? baking.peek()?.abort() : close()), {
    class: 'button-small',
  });
  const run = async () => {
    const control = new AbortController();
    baking.value = control;
    done.value = 0;
    said.value = '';
    // What is added plays on its own afterwards.
    choice.played.value = -1;
    try {
      said.value = await bake(choice, {
        signal: control.signal,
        progress: (share) => {
          done.value = share;
        },
      });
      if (said.peek() === '' && box.isConnected) close();
    } catch (error) {
      said.value = control.signal.aborted ? 'Cancelled: nothing was added.' : reasonOf(error);
    } finally {
      baking.value = null;
    }
  };
  effect(() => {
    const count = choice.chosen.value.size;
    const isBusy = baking.value !== null;
    action.textContent = `Add ${counted(count, 'animation')}`;
    action.disabled = isBusy || choice.obstacle.value !== '';
    bar.hidden = !isBusy;
    bar.value = done.value;
  });
  effect(() => {
    const words = said.value || choice.obstacle.value;
    message.textContent = words;
    message.classList.toggle('form-problem', words !== '' && choice.source.value !== null);
  });
  effect(() => {
    // Another choice answers what was said.
    void choice.options.value;
    void choice.chosen.value;
    void choice.source.value;
    said.value = '';
  });
  const source = sourceField(choice, box, (sentence) => {
    said.value = sentence;
  });
  box.append(
    el(
      'div',
      { class: 'retarget-head' },
      el('h2', {}, 'Retarget animations'),
      button(icon(CROSS), close, { class: 'button-quiet', 'aria-label': 'Close' }),
    ),
    source,
    el(
      'div',
      { class: 'retarget-body' },
      nodesSection(choice),
      movementSection(choice),
      clipsSection(choice),
    ),
    el('div', { class: 'retarget-foot' }, message, bar, el('div', { class: 'form-buttons' }, cancel, action)),
  );
  playChosen(choice, (sentence) => {
    said.value = sentence;
  });
}
