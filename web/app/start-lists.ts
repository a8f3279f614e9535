/** Lists of the start page and the panel *Files*: recent files, and samples. */
import {
  areRecentsExpected,
  forgetRecent,
  forgetRecents,
  pictureOf,
  type Recent,
  recents,
} from '../opening/recent.ts';
import {
  fetchAhead,
  listSamples,
  loopAddress,
  type Sample,
  type SampleLoop,
  sampleSources,
} from '../opening/samples.ts';
import { folderOfHandle, handleSource, type OpenArrived, type OpenSources } from '../opening/source.ts';
import type { LibrarySource } from '../store/library.ts';
import { announcement, notify } from '../store/notices.ts';
import { button, el, fileText, icon, visible } from '../ui/dom.ts';
import { isCalm } from '../ui/environment.ts';
import { BOX, CUBE, FOLDER, PLAY } from '../ui/icons.ts';
import { usePart } from '../ui/parts.ts';
import { effect, onEnd } from '../ui/scope.ts';

/** The recent files of the start page, with their thumbnails; hidden while there are none. */
export function recentList(open: OpenArrived): HTMLElement {
  const section = el(
    'section',
    { class: 'recent', 'aria-label': 'Recent files' },
    el('div', { class: 'recent-head' }, el('h2', {}, 'Recent files'), forgetButton()),
    recentEntries(open, true),
  );
  effect(() => {
    section.hidden = !hasRecents();
  });
  return section;
}

/** Whether there are recent files. Reads signals. */
export const hasRecents = (): boolean => recents.value.length > 0 || areRecentsExpected.value;

export function forgetButton(): HTMLElement {
  return button('Clear', forgetAll, { class: 'link', 'aria-label': 'Clear recent files' });
}

/** Buttons that open recent files again. @param withPictures adds thumbnails */
export function recentEntries(open: OpenArrived, withPictures = false): HTMLElement {
  const entries = el('ul', { class: 'recent-files' });
  effect(() => {
    const buttons = recents.value.map((recent) => {
      const made = entry(recent, open);
      if (withPictures) made.prepend(picture(recent));
      return made;
    });
    entries.replaceChildren(...buttons.map((made) => el('li', {}, made)));
  });
  return entries;
}

/** The thumbnail of a recent file, or an icon, in a box of fixed size. Belongs to the current scope. */
function picture(recent: Recent): HTMLElement {
  const { kind } = recent;
  const box = el('span', { class: 'recent-picture' });
  box.append(kind === 'folder' ? icon(FOLDER) : icon(...(kind ? BOX : CUBE)));
  let url = '';
  let isOver = false;
  onEnd(() => {
    isOver = true;
    URL.revokeObjectURL(url);
  });
  void pictureOf(recent).then((kept) => {
    if (!kept || isOver) return;
    url = URL.createObjectURL(kept);
    const image = el('img', { alt: '', src: url });
    image.addEventListener('load', () => box.replaceChildren(image));
  });
  return box;
}

const KIND_WORDS: Readonly<Record<LibrarySource['kind'], string>> = {
  rez: 'REZ',
  zip: 'Zip',
  folder: 'Folder',
  files: '',
};

function entry(recent: Recent, open: OpenArrived): HTMLButtonElement {
  const { name, kind, url } = recent;
  const words = kind
    ? [
        kind === 'folder' ? icon(FOLDER) : icon(...BOX),
        fileText(name),
        el('span', { class: 'recent-kind' }, KIND_WORDS[kind]),
      ]
    : [fileText(name)];
  return button(el('span', { class: 'recent-words' }, ...words), () => void openRecent(recent, open), {
    class: 'button-small recent-file',
    title: visible(url ?? name),
  });
}

async function forgetAll(): Promise<void> {
  await forgetRecents();
  announcement.value = 'Recent files cleared.';
}

/** Opens a recent file, archive or folder again; says why it cannot. */
export async function openRecent(recent: Recent, open: OpenArrived): Promise<void> {
  const { name, url, handle } = recent;
  if (url) {
    await usePart(
      () => import('../opening/remote/source.ts'),
      ({ openAddress }) => openAddress(url),
    );
  } else if (handle) {
    const obstacle = await obstacleOf(handle);
    if (obstacle === '') {
      await open(
        handle.kind === 'file'
          ? { files: [handleSource(handle, name)], folders: [] }
          : { files: [], folders: [folderOfHandle(handle)] },
      );
    } else {
      notify(`${name} ${obstacle}`);
      await forgetRecent(recent);
    }
  }
}

/** Why a file or folder of an earlier visit cannot be read; '' if it can. The browser asks for permission. */
async function obstacleOf(handle: FileSystemFileHandle | FileSystemDirectoryHandle): Promise<string> {
  try {
    const permission = (await handle.requestPermission?.({ mode: 'read' })) ?? 'granted';
    if (permission !== 'granted') {
      return 'was not opened: the browser has no permission to read it. Open it with “Open a file”, or drop it here.';
    }
    if (handle.kind === 'file') await handle.getFile();
    else for await (const _ of handle.keys()) break;
    return '';
  } catch {
    return 'is no longer where it was, or cannot be read. Drop it here again.';
  }
}

/** Time for which a loop may move by itself (WCAG 2.2.2), ms; after that it moves while hovered or focused. */
const MOVES_MS = 5000;
/** Side of a card's loop, CSS pixels. */
const LOOP_SIDE = 160;

/** Cards of the samples, added when their list has loaded. */
export function sampleCards(open: OpenSources): HTMLElement {
  const cards = el('ul', { class: 'sample-cards', hidden: true });
  void listSamples().then((samples) => {
    cards.hidden = samples.length === 0;
    cards.append(...samples.map((sample) => el('li', {}, card(sample, open))));
  });
  return cards;
}

interface SampleCards {
  readonly cards: HTMLElement;
  /** Resolves when all pictures have loaded, or failed to. */
  readonly shown: Promise<unknown>;
}

/**
 * Cards of the samples with moving pictures. Their space is reserved before the list has loaded.
 * @param count expected number of samples
 */
export function movingSampleCards(open: OpenSources, count: number): SampleCards {
  const room = Array.from({ length: count }, () => el('li', { class: 'sample-room', 'aria-hidden': 'true' }));
  const cards = el('ul', { class: 'sample-cards sample-cards-moving' }, ...room);
  const shown = listSamples().then((samples) => {
    cards.hidden = samples.length === 0;
    cards.replaceChildren(...samples.map((sample) => el('li', {}, movingCard(sample, open))));
    return Promise.allSettled([...cards.querySelectorAll('img')].map((image) => image.decode()));
  });
  return { cards, shown };
}

/** Opens its sample, which plays unless the user prefers reduced motion. */
function card(sample: Sample, open: OpenSources): HTMLButtonElement {
  const { file, title, text, animation } = sample;
  const words = el('span', { class: 'sample-text' }, text);
  const content = el('span', {}, el('strong', {}, title), words);
  const { model, textures, bases } = sampleSources(sample);
  const run = () => void open([model], { textures, bases, plays: isCalm() ? undefined : animation });
  const made = button(content, run, {
    class: 'sample-card',
    'data-sample': file,
    'aria-label': `Try the sample “${title}”: ${text}`,
  });
  for (const type of ['pointerenter', 'pointerdown', 'focus']) {
    made.addEventListener(type, () => fetchAhead(sample), { once: true });
  }
  return made;
}

function movingCard(sample: Sample, open: OpenSources): HTMLButtonElement {
  const made = card(sample, open);
  const stage = el('span', { class: 'sample-stage' }, icon(...PLAY));
  if (sample.loop) stage.prepend(loop(sample.loop));
  made.prepend(stage);
  return made;
}

/** A strip of frames, which CSS moves behind a window. */
function loop(shown: SampleLoop): HTMLElement {
  const { frames, ms } = shown;
  const width = frames * LOOP_SIDE;
  const strip = el('img', {
    fetchpriority: 'low',
    decoding: 'async',
    src: loopAddress(shown),
    alt: '',
    width,
    height: LOOP_SIDE,
  });
  strip.style.setProperty('--frames', String(frames));
  strip.style.setProperty('--round', `${ms}ms`);
  strip.style.setProperty('--rounds', String(Math.floor(MOVES_MS / ms)));
  return el('span', { class: 'sample-loop' }, strip);
}
