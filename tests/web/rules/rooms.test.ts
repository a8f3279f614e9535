/**
 * The rooms of the page: each folder of web/ imports only those below it, and no two files import each other. Imports
 * of types and `import()` count: a cycle of either kind is as hard to read.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');

/** Lowest first. */
const ROOMS = [
  'explain',
  'archive',
  'glb',
  'from-glb',
  'store',
  'ui',
  'files',
  'edit',
  'links',
  'bytes',
  'structure',
  'model',
  'embed',
  'library',
  'compare',
  'export',
  'import',
  'app',
];

/** The command line and the API of the npm package are programs of their own. */
const PROGRAMS = ['cli', 'api'];
const PROGRAM_IMPORTS = ['explain', 'archive', 'glb', 'from-glb'];

/** What may lie beside the rooms. */
const TOP = ['icon.svg', 'index.html', 'main.ts', 'service-worker.ts', 'styles'];

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(?:[^;'"]*?from\s+)?['"](\.[^'"]+)['"]|import\(\s*['"](\.[^'"]+)['"]\s*\)|new URL\(\s*['"](\.[^'"]+)['"]/g;

const sources = ['web', 'wasm/js'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
);

const imports = new Map(
  sources.map((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const named = [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
    const targets = named.map((path) => relative('.', normalize(join(dirname(file), path))));
    return [file, targets.filter((target) => sources.includes(target) && target !== file)];
  }),
);

const roomOf = (file: string) => (file.startsWith('web/') ? (file.split('/').at(1) ?? '') : '');
const isRoom = (name: string) => ROOMS.includes(name) || PROGRAMS.includes(name);

/** The groups of files that import each other, by Tarjan's algorithm. */
function circles(): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (file: string) => {
    index.set(file, index.size);
    low.set(file, index.get(file) ?? 0);
    stack.push(file);
    for (const next of imports.get(file) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(file, Math.min(low.get(file) ?? 0, low.get(next) ?? 0));
    }
    if (low.get(file) !== index.get(file)) return;
    const circle = stack.splice(stack.indexOf(file));
    if (circle.length > 1) found.push(circle.sort());
  };
  for (const file of sources) if (!index.has(file)) visit(file);
  return found;
}

describe('the rooms of web/', () => {
  it('hold all of it', () => {
    const folders = readdirSync(join(root, 'web'));
    expect(folders.filter((name) => !isRoom(name) && !TOP.includes(name))).toEqual([]);
    expect([...ROOMS, ...PROGRAMS].filter((room) => !folders.includes(room))).toEqual([]);
  });

  it('import only rooms below them', () => {
    const upward = [...imports].flatMap(([file, targets]) =>
      targets
        .filter((target) => isRoom(roomOf(file)) && roomOf(target) !== roomOf(file) && isRoom(roomOf(target)))
        .filter((target) =>
          PROGRAMS.includes(roomOf(file))
            ? !PROGRAM_IMPORTS.includes(roomOf(target))
            : ROOMS.indexOf(roomOf(target)) > ROOMS.indexOf(roomOf(file)) ||
              PROGRAMS.includes(roomOf(target)),
        )
        .map((target) => `${file} → ${target}`),
    );
    expect(upward).toEqual([]);
  });

  it('have no files that import each other', () => {
    expect(circles()).toEqual([]);
  });
});
