/** Commands of the library, and the place of its check in the files. Its panel is loaded when it is first shown. */

import type { Command } from '../store/commands.ts';
import { type LibraryFile, type LibrarySource, librarySources } from '../store/library.ts';
import { el } from '../ui/dom.ts';
import { showPanel } from '../ui/layout.ts';
import { PanelRequest } from '../ui/panels.ts';
import { usePart } from '../ui/parts.ts';
import { selection } from './list/selection.ts';
import { listMode } from './list/settings.ts';

const hasSources = () => librarySources.value.length > 0;

/** Focuses the list of the panel. */
export const listRequest = new PanelRequest();
/** Checks all files. */
export const checkRequest = new PanelRequest();
/** Shows the report of the check. */
export const reportRequest = new PanelRequest();
/** Exports models of the library. */
export const exportRequest = new PanelRequest<readonly LibraryFile[]>();
/** A source of the library, or a folder of it. */
export interface LibraryPart {
  readonly source: LibrarySource;
  /** '' for all of it. */
  readonly folder: string;
}

/** Compares a part of the library with another one. */
export const contentsRequest = new PanelRequest<LibraryPart | null>();
/** Focuses the search of the panel. */
export const searchRequest = new PanelRequest();

function inPanel(request: PanelRequest): () => void {
  return () => {
    showPanel('library');
    request.send();
  };
}

const searchCommand: Command = {
  id: 'library.search',
  label: 'Search the library by file contents',
  group: 'Go',
  enabled: hasSources,
  run: inPanel(searchRequest),
};

const checkCommand: Command = {
  id: 'library.check',
  label: 'Check all files of the library',
  group: 'Problems',
  enabled: hasSources,
  run: inPanel(checkRequest),
};

const reportCommand: Command = {
  id: 'library.report',
  label: 'Show the library report',
  group: 'Problems',
  enabled: hasSources,
  run: inPanel(reportRequest),
};

const contentsCommand: Command = {
  id: 'library.compare',
  label: 'Compare folders or archives',
  group: 'File',
  enabled: hasSources,
  run: () => contentsRequest.send(null),
};

const picturesCommand: Command = {
  id: 'library.pictures',
  label: 'Show the library as a grid',
  group: 'View',
  enabled: hasSources,
  checked: () => listMode.value === 'pictures',
  run: () => {
    listMode.value = listMode.value === 'pictures' ? 'rows' : 'pictures';
  },
};

const extractCommand: Command = {
  id: 'library.extract',
  label: 'Extract the selected library files',
  group: 'File',
  enabled: () => selection.value.files.size > 0,
  run: () =>
    void usePart(
      () => import('./extract.ts'),
      ({ extractFiles }) => extractFiles([...selection.peek().files]),
    ),
};

const newArchiveCommand: Command = {
  id: 'library.newArchive',
  label: 'New REZ archive',
  group: 'File',
  run: () =>
    void usePart(
      () => import('./new-archive.ts'),
      ({ newArchive }) => newArchive('rez'),
    ),
};

const selectedModels = () => modelsAmong([...selection.value.files]);

const exportCommand: Command = {
  id: 'library.export',
  label: 'Export the selected library models',
  group: 'File',
  enabled: () => selectedModels().length > 0,
  run: () => exportRequest.send(selectedModels()),
};

/** The files that can be exported. */
export function modelsAmong(files: readonly LibraryFile[]): LibraryFile[] {
  return files.filter(({ kind }) => kind === 'model');
}

/** The source of the selection, else the only source. */
function chosenSource(): LibrarySource | undefined {
  const [file] = selection.value.files;
  const sources = librarySources.value;
  return file?.source ?? (sources.length === 1 ? sources[0] : undefined);
}

const closeCommand: Command = {
  id: 'library.close',
  label: 'Close the selected archive or folder',
  group: 'File',
  enabled: () => chosenSource() !== undefined,
  run: () => {
    const source = chosenSource();
    if (source)
      void usePart(
        () => import('./contents.ts'),
        ({ closeSource }) => closeSource(source),
      );
  },
};

export const libraryCommands: readonly Command[] = [
  newArchiveCommand,
  picturesCommand,
  extractCommand,
  exportCommand,
  closeCommand,
  contentsCommand,
  searchCommand,
  checkCommand,
  reportCommand,
];

let scanBar: HTMLElement | undefined;

/** The place of the check in the head of the group; the library fills it. */
export function libraryScanBar(): HTMLElement {
  scanBar ??= el('div', { class: 'library-scan' });
  return scanBar;
}
