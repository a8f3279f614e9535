/** Files in the search box: open, recent, samples, and those of the library. */

import { type Signal, signal } from '@preact/signals-core';
import type { OpenFile } from '../../../document/open-file.ts';
import { activeFile, activeId, files as openFiles } from '../../../document/state.ts';
import { baseName, folderName } from '../../../lib/file-names.ts';
import { type Recent, recents } from '../../../opening/recent.ts';
import { listSamples, type Sample } from '../../../opening/samples.ts';
import { openArrived } from '../../../opening/sources/arrive.ts';
import { command, runCommand } from '../../../store/commands.ts';
import {
  type LibraryFile,
  type LibraryKind,
  libraryFiles,
  libraryQuery,
  librarySources,
} from '../../../store/library.ts';
import { isCalm } from '../../../ui/environment.ts';
import { BOX, CUBE, DATA, FOLDER, IMAGE, SEARCH } from '../../../ui/icons.ts';
import { usePart } from '../../../ui/parts.ts';
import { openSample } from '../../abilities.ts';
import { factWords } from '../../file-label.ts';
import { openRecent } from '../../start-lists.ts';
import { betterFit, type Fit, fitOf, type Item, type Query, type Source } from '../item.ts';

/** Names compared at a time: well below a millisecond. */
const COMPARED = 2000;

/** Empty until their list has been loaded. */
export const samples: Signal<readonly Sample[]> = signal([]);

/** Loads what is known only later, once; the box is asked again then. */
export async function loadSamples(): Promise<void> {
  if (samples.peek().length === 0) samples.value = await listSamples();
}

export const files: Source = {
  mode: '/',
  *find(query, add) {
    for (const file of openFiles.peek()) {
      const fit = fileFit(file.name, query);
      // The current file is no place to go, unless it is asked for.
      const isLast = query.text === '' && file === activeFile.peek();
      if (fit) add(isLast ? 'offer' : fit, () => openItem(file));
    }
    for (const recent of recents.peek()) {
      const fit = fileFit(recent.name, query);
      if (fit) add(fit, () => recentItem(recent));
    }
    for (const [i, sample] of samples.peek().entries()) {
      const fit = fitOf(`${sample.title} sample`, query) && (fitOf(sample.title, query) ?? 'within');
      if (fit) add(fit, () => sampleItem(sample, i));
    }
    if (query.text === '') return;
    let compared = 0;
    for (const file of libraryFiles.peek()) {
      const fit = fileFit(file.path, query);
      if (fit) add(fit, () => libraryItem(file));
      if (++compared % COMPARED === 0) yield;
    }
    if (librarySources.peek().length > 0) add('offer', () => insideItem(query.text));
  },
};

/** Its own name counts as much as with its folders. */
const fileFit = (path: string, query: Query): Fit | null =>
  fitOf(path, query) && betterFit(fitOf(path, query), fitOf(baseName(path), query));

/** Files of one name may be open, or recent: each is its own. */
function openItem(file: OpenFile): Item {
  const folder = folderName(file.name);
  return {
    key: `open ${file.id}`,
    name: baseName(file.name),
    detail: folder === '' ? factWords(file) : `${folder} · ${factWords(file)}`,
    kind: 'Open file',
    icon: iconOf(file.texture || file.sprite ? 'texture' : file.archive ? 'archive' : 'model'),
    go: () => {
      activeId.value = file.id;
    },
  };
}

function recentItem(recent: Recent): Item {
  const { name, kind, url } = recent;
  return {
    key: `recent ${name} ${recent.at}`,
    name: baseName(name),
    detail: url ?? folderName(name),
    kind: kind === 'folder' ? 'Recent folder' : kind ? 'Recent archive' : 'Recent',
    icon: kind === 'folder' ? [FOLDER] : kind ? BOX : CUBE,
    go: () => void openRecent(recent, openArrived),
  };
}

function sampleItem({ title, text }: Sample, index: number): Item {
  return {
    key: `sample ${index}`,
    name: title,
    detail: text,
    kind: 'Sample',
    icon: CUBE,
    go: () => void openSample(index, !isCalm()),
  };
}

function libraryItem(file: LibraryFile): Item {
  return {
    key: `library ${file.id}`,
    name: baseName(file.path),
    detail: folderName(file.path),
    kind: file.source.name || 'Library',
    icon: iconOf(file.kind),
    go: () =>
      void usePart(
        () => import('../../../library/open.ts'),
        ({ openFiles }) => openFiles([file]),
      ),
  };
}

function insideItem(text: string): Item {
  return {
    key: 'inside',
    name: `Search inside the files of the library for “${text}”`,
    kind: 'Library',
    icon: SEARCH,
    go: () => {
      libraryQuery.value = text;
      runCommand(command('library.search'));
    },
  };
}

const ICONS: Readonly<Record<LibraryKind, readonly string[]>> = {
  model: CUBE,
  texture: IMAGE,
  sprite: IMAGE,
  archive: BOX,
  other: DATA,
};

const iconOf = (kind: LibraryKind) => ICONS[kind];
