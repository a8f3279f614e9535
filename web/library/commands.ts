/** What can be done with the library; its panel comes when it is shown. */

import type { Command } from '../store/commands.ts';
import {
  closeLibrarySource,
  type LibraryFile,
  type LibrarySource,
  librarySources,
} from '../store/library.ts';
import { showPanel } from '../ui/layout.ts';
import { PanelRequest } from '../ui/panels.ts';
import { usePart } from '../ui/parts.ts';
import { listMode } from './list/choices.ts';
import { selection } from './list/selection.ts';

const hasSources = () => librarySources.value.length > 0;

/** The panel gives the focus to its list. */
export const listRequest = new PanelRequest();
/** The panel checks all files. */
export const checkRequest = new PanelRequest();
/** The panel shows the report of the check. */
export const reportRequest = new PanelRequest();
/** The part of the page that exports takes models of the library. */
export const glbRequest = new PanelRequest<readonly LibraryFile[]>();
/** The panel gives the focus to its search. */
export const searchRequest = new PanelRequest();

function inPanel(request: PanelRequest): () => void {
  return () => {
    showPanel('library');
    request.send();
  };
}

const searchCommand: Command = {
  id: 'library.search',
  label: 'Search the library by what is inside the files',
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
  label: 'Show the report on the library',
  group: 'Problems',
  enabled: hasSources,
  run: inPanel(reportRequest),
};

const picturesCommand: Command = {
  id: 'library.pictures',
  label: 'List the library as pictures',
  group: 'View',
  enabled: hasSources,
  checked: () => listMode.value === 'pictures',
  run: () => {
    listMode.value = listMode.value === 'pictures' ? 'rows' : 'pictures';
  },
};

const extractCommand: Command = {
  id: 'library.extract',
  label: 'Extract the selected files of the library',
  group: 'File',
  enabled: () => selection.value.files.size > 0,
  run: () =>
    void usePart(
      () => import('./extract/extract.ts'),
      ({ extractFiles }) => extractFiles([...selection.peek().files]),
    ),
};

const selectedModels = () => modelsAmong([...selection.value.files]);

const glbCommand: Command = {
  id: 'library.exportGlb',
  label: 'Export the selected models of the library as GLB',
  group: 'File',
  enabled: () => selectedModels().length > 0,
  run: () => glbRequest.send(selectedModels()),
};

/** Those that can be exported as GLB. */
export function modelsAmong(files: readonly LibraryFile[]): LibraryFile[] {
  return files.filter(({ kind }) => kind === 'model');
}

/** Of what is selected; else the only one. */
function chosenSource(): LibrarySource | undefined {
  const [file] = selection.value.files;
  const sources = librarySources.value;
  return file?.source ?? (sources.length === 1 ? sources[0] : undefined);
}

const closeCommand: Command = {
  id: 'library.close',
  label: 'Close the archive or folder of what is selected in the library',
  group: 'File',
  enabled: () => chosenSource() !== undefined,
  run: () => {
    const source = chosenSource();
    if (source) closeLibrarySource(source);
  },
};

export const libraryCommands: readonly Command[] = [
  picturesCommand,
  extractCommand,
  glbCommand,
  closeCommand,
  searchCommand,
  checkCommand,
  reportCommand,
];
