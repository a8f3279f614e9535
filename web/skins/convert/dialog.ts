/**
 * Dialog that converts an image to a texture, or a texture to another one: its choices, and the result beside the source.
 * Each choice is converted at once, in a worker, which ends with the dialog.
 */
import type { TextureInfo } from '@lithoscope/dtx';
import type { TextureVersion } from '@lithoscope/editing';
import { computed, signal, untracked } from '@preact/signals-core';
import type { FileSource } from '../../document/open-file.ts';
import { files } from '../../document/state.ts';
import { saveNew } from '../../edit/save.ts';
import { formatBytes } from '../../explain/describe.ts';
import { isPicture } from '../../explain/file-kind.ts';
import { baseName, withoutExtension } from '../../lib/file-names.ts';
import { reasonOf } from '../../lib/reason.ts';
import { pictureBytes, readSource } from '../../opening/read.ts';
import { changedTexture } from '../../opening/textures/open-texture.ts';
import { deviationWords, hasAlpha, refusedAsSource } from '../../pictures/new-texture.ts';
import type { Texels } from '../../pictures/picture.ts';
import { notify } from '../../store/notices.ts';
import { type Dialog, openDialog } from '../../ui/dialog.ts';
import { button, el, fileText, visible } from '../../ui/dom.ts';
import { segments } from '../../ui/form.ts';
import { Making } from '../../ui/making.ts';
import { effect } from '../../ui/scope.ts';
import { PictureCanvas, zoomButtons } from '../picture-canvas.ts';
import { type Channels, texelCanvas } from '../texel-canvas.ts';
import { type ConvertChoice, choiceLike, keptFlags, mostMips, wishOf } from './choice.ts';
import { TextureConverter } from './converter.ts';
import { convertForm } from './form.ts';
import { nameFor, replacedIn, take, type Use } from './taking.ts';
import type { MadeTexture } from './worker.ts';
import './convert.css';

/** Opens the dialog for an image or a texture; a failure is shown. */
export async function openConvertTexture(source: FileSource, use: Use): Promise<void> {
  const converter = new TextureConverter();
  const name = baseName(source.name);
  try {
    const content = await readSource(source);
    if (!isPicture(content.kind)) throw new Error('it is not an image that can be read');
    const changed = untracked(() => changedTexture(source));
    const bytes = changed ? new Uint8Array(changed.parsed.bytes) : pictureBytes(content);
    const own = content.kind === 'dtx' ? await textureIn(bytes) : null;
    const refused = refusedAsSource(own);
    if (refused && use.of !== 'new') throw new Error(refused);
    const replaced = use.of === 'slot' ? replacedIn(use.target) : null;
    const [image, versions, lent] = await Promise.all([
      converter.image({ kind: content.kind, bytes }),
      converter.versions(),
      replaced ? lentBy(replaced) : null,
    ]);
    openDialog({
      class: 'convert-texture',
      title: 'Convert the texture',
      about: el('p', { class: 'convert-about' }, fileText(name)),
      build: (dialog) => [contentOf(dialog, { name, converter, image, versions, own, lent, use, source })],
      focus: ({ element }) => element.querySelector<HTMLElement>('.convert-take'),
      stays: true,
      closed: () => converter.end(),
    });
  } catch (error) {
    converter.end();
    notify(`${name} cannot be converted: ${reasonOf(error).replace(/\.$/, '')}.`);
  }
}

/** A texture that lends its header. */
interface Lent {
  readonly name: string;
  readonly info: TextureInfo;
}

/** The header of a texture that a model has; null when it cannot be read. */
async function lentBy(source: FileSource): Promise<Lent | null> {
  const changed = untracked(() => changedTexture(source));
  const info = changed
    ? (changed.texture?.texture ?? null)
    : await readSource(source).then(
        (content) => textureIn(pictureBytes(content)),
        () => null,
      );
  return info && { name: baseName(source.name), info };
}

async function textureIn(bytes: Uint8Array): Promise<TextureInfo | null> {
  const { loadDtx } = await import('../../store/lazy-cores.ts');
  const file = (await loadDtx()).open(bytes);
  const { texture } = file;
  file.release();
  return texture;
}

interface Subject {
  readonly name: string;
  readonly source: FileSource;
  readonly converter: TextureConverter;
  readonly image: Texels;
  readonly versions: readonly TextureVersion[];
  /** Of a source that is a texture itself. */
  readonly own: TextureInfo | null;
  /** The texture that is replaced in a slot. */
  readonly lent: Lent | null;
  readonly use: Use;
}

/** Ids of the source itself, and of the texture of the slot, among those whose header can be taken; ids of files are above 0. */
const ITSELF = -1;
const REPLACED = -2;

function contentOf(dialog: Dialog, subject: Subject): HTMLElement {
  const { name, source, converter, image, versions, own, lent, use } = subject;
  const most = mostMips(image);
  const models = computed(() => [
    ...(own ? [[ITSELF, visible(name, 40)] as const] : []),
    ...(lent && (!own || lent.name !== name) ? [[REPLACED, visible(lent.name, 40)] as const] : []),
    ...files.value
      .filter(
        (file) =>
          file.texture?.texture &&
          (use.of !== 'file' || !own || file !== use.file) &&
          (use.of !== 'slot' || baseName(file.name) !== lent?.name),
      )
      .map((file) => [file.id, visible(baseName(file.name), 40)] as const),
  ]);
  const infoOf = (id: number): TextureInfo | null => {
    if (id === ITSELF) return own;
    if (id === REPLACED) return lent?.info ?? null;
    return files.peek().find((file) => file.id === id)?.texture?.texture ?? null;
  };
  const like = signal(firstLike(subject));
  const choice = signal<ConvertChoice>(untracked(() => choiceLike(infoOf(like.peek()), versions, most)));
  effect(() => {
    const info = infoOf(like.value);
    choice.value = { ...choiceLike(info, versions, most), to: choice.peek().to };
  });

  const newName = nameFor(source, use);
  const fileName = () =>
    choice.value.to === 'dtx' ? newName : `${withoutExtension(name)}.${choice.value.to}`;
  const isImage = () => choice.value.to !== 'dtx';

  const making = new Making<MadeTexture>({
    wanted() {
      const wish = wishOf(
        choice.value,
        versions,
        untracked(() => keptFlags(infoOf(like.peek()))),
      );
      return {
        key: [JSON.stringify(wish)],
        make: (progress, aborted) => converter.make(image, wish, progress, aborted),
      };
    },
    async take({ bytes }) {
      if (untracked(isImage)) await saveNew(untracked(fileName), bytes);
      else await take(use, newName, bytes);
      dialog.close();
      return true;
    },
    reason: reasonOf,
  });
  const { result } = making;

  const action = el('button', { type: 'submit', class: 'button-action convert-take' });
  const saveAs = button(
    'Save as…',
    () => {
      const made = result.peek();
      if (made) void saveNew(untracked(fileName), made.bytes);
    },
    { class: 'button-small' },
  );
  effect(() => {
    const { state } = making.state.value;
    action.textContent = making.isTaking.value ? 'Converting…' : isImage() ? 'Save as…' : actionWords(use);
    action.disabled = state !== 'ready' && state !== 'runs';
    saveAs.hidden = isImage();
    saveAs.disabled = state !== 'ready';
  });

  const form = el(
    'form',
    { class: 'convert-frame', method: 'dialog' },
    dialog.header,
    previews(
      image,
      () => result.value,
      () => making.state.value.state !== 'ready',
    ),
    el(
      'div',
      { class: 'convert-options', tabindex: 0, role: 'region', 'aria-label': 'Options' },
      convertForm({
        choice,
        versions,
        models,
        like,
        mostMips: most,
        hasAlpha: hasAlpha(image),
        mayBeImage: true,
      }),
    ),
    el(
      'div',
      { class: 'convert-foot' },
      resultLine(making, fileName, () => action.focus()),
      el(
        'div',
        { class: 'convert-buttons' },
        button('Cancel', () => dialog.close(), { class: 'button-small' }),
        saveAs,
        action,
      ),
    ),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    making.take();
  });
  return form;
}

/** The texture whose header is proposed: itself, else the one that is replaced. */
function firstLike({ own, lent, use }: Subject): number {
  if (own) return ITSELF;
  if (lent) return REPLACED;
  return use.of === 'file' ? use.file.id : 0;
}

function actionWords(use: Use): string {
  if (use.of === 'file') return `Replace ${visible(baseName(use.file.name), 30)}`;
  return use.of === 'slot' ? `Use as skin of slot ${use.target.slot}` : 'Open';
}

/** Source and result side by side. */
function previews(image: Texels, made: () => MadeTexture | null, isOutdated: () => boolean): HTMLElement {
  const channels = signal<Channels>('rgb');
  const source = new PictureCanvas('Source');
  const result = new PictureCanvas('Result');
  source.link(result);
  const area = { x: 0, y: 0, width: image.width, height: image.height };
  effect(() => source.show(texelCanvas(image, channels.value), area));
  effect(() => {
    const now = made();
    result.show(now && texelCanvas(now.shown, channels.value), area);
  });
  const pane = (title: string, picture: PictureCanvas) =>
    el(
      'figure',
      { class: 'convert-picture' },
      el('figcaption', {}, title),
      el('div', { class: 'convert-stage' }, picture.element),
    );
  const after = pane('Result', result);
  effect(() => after.classList.toggle('convert-outdated', isOutdated()));
  return el(
    'section',
    { class: 'convert-pictures', 'aria-label': 'Source and result' },
    el(
      'div',
      { class: 'convert-bar' },
      el(
        'div',
        { role: 'group', 'aria-label': 'Channels' },
        segments(channels, [
          { value: 'rgb', label: () => 'RGB', title: 'Colours, without alpha' },
          { value: 'alpha', label: () => 'Alpha', title: 'Alpha as grey' },
          { value: 'rgba', label: () => 'RGBA', title: 'Colours with alpha' },
        ]),
      ),
      zoomButtons(source),
    ),
    pane('Source', source),
    after,
  );
}

/** What was made, with the progress. @param stopped called when the user stops, as the pressed button disappears */
function resultLine(making: Making<MadeTexture>, fileName: () => string, stopped: () => void): HTMLElement {
  const words = el('p', { class: 'convert-words', role: 'status' });
  const problems = el('ul', { class: 'convert-problems', 'aria-label': 'Problems' });
  const bar = el('progress', { max: 1, 'aria-label': 'Converting' });
  const stop = button(
    'Stop',
    () => {
      making.stop();
      stopped();
    },
    { class: 'button-small', 'aria-label': 'Stop converting' },
  );
  const again = button('Try again', () => making.again(), { class: 'button-small' });
  const progress = el('div', { class: 'convert-progress' }, bar, stop);
  effect(() => {
    const now = making.state.value;
    const made = making.result.value;
    const runs = now.state === 'runs';
    progress.classList.toggle('convert-idle', !runs);
    stop.disabled = !runs;
    again.hidden = now.state !== 'stopped' && now.state !== 'failed';
    bar.value = runs ? now.done : 1;
    if (runs) return;
    const isReady = now.state === 'ready' && made !== null;
    problems.replaceChildren(...(isReady ? made.problems.map((one) => el('li', {}, one)) : []));
    if (isReady) {
      const off = made.deviation ? `. Deviation: ${deviationWords(made.deviation)}` : '';
      words.replaceChildren(
        fileText(fileName()),
        `: ${made.words}, ${formatBytes(made.bytes.length)}${off}.`,
      );
    } else {
      const reason = 'reason' in now ? now.reason : 'Stopped: there is no result.';
      words.replaceChildren(el('span', { class: 'convert-problem' }, fileText(reason)));
    }
  });
  return el('div', { class: 'convert-result' }, words, problems, progress, again);
}
