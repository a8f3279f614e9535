/** Sources and files of a library, made without any bytes. */
import { signal } from '@preact/signals-core';
import {
  type LibraryFile,
  type LibraryKind,
  type LibrarySource,
  newLibraryId,
} from '../../../web/store/library.ts';

export function librarySource(name: string): LibrarySource {
  return {
    id: newLibraryId(),
    name,
    kind: 'folder',
    locator: null,
    url: '',
    state: signal<'reading' | 'ready' | 'gone' | 'changed'>('ready'),
    problems: signal<readonly string[]>([]),
  };
}

/** @param bytes its content; without, it is empty */
export function libraryFile(source: LibrarySource, path: string, bytes?: Uint8Array): LibraryFile {
  return {
    id: newLibraryId(),
    source,
    path,
    kind: kindOf(path),
    size: bytes?.length ?? 0,
    time: null,
    locator: { blob: new Blob(bytes ? [bytes.slice()] : []) },
    problem: '',
  };
}

function kindOf(path: string): LibraryKind {
  if (/\.abc$/i.test(path)) return 'model';
  if (/\.spr$/i.test(path)) return 'sprite';
  return /\.(dtx|png|tga)$/i.test(path) ? 'texture' : 'other';
}
