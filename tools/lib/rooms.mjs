/** The rooms of web/: their order, and what files import. Node built-ins only: no package may be there yet. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** The folders of web/, lowest first: each imports only those before it. */
export const ROOMS = [
  'lib',
  'patterns',
  'explain',
  'changes',
  'pictures',
  'archive',
  'to-glb',
  'to-obj',
  'gltf',
  'from-glb',
  'store',
  'document',
  'ui',
  'textures',
  'opening',
  'edit',
  'links',
  'bytes',
  'structure',
  'own',
  'motion',
  'skins',
  'scene',
  'outline',
  'embed',
  'library',
  'compare',
  'export',
  'import',
  'app',
];

/** The command line and the API of the npm package are programs of their own: no room imports them. */
export const PROGRAMS = ['cli', 'api'];

/** The rooms that programs import. */
const OF_PROGRAMS = ROOMS.slice(0, ROOMS.indexOf('store'));

/** @param {string} room @param {string} other whether it may import that one */
export function mayImport(room, other) {
  if (room === other) return true;
  if (PROGRAMS.includes(room)) return OF_PROGRAMS.includes(other);
  return !PROGRAMS.includes(other) && ROOMS.indexOf(other) < ROOMS.indexOf(room);
}

/** @param {string} file its path in the checkout @returns {string | null} null beside the rooms */
export function roomOf(file) {
  const room = /^web\/([^/]+)\//.exec(file)?.[1] ?? '';
  return ROOMS.includes(room) || PROGRAMS.includes(room) ? room : null;
}

/** Imports of types, `import()` and workers count: what they name is needed as much. */
const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(?:[^;'"]*?from\s+)?['"](\.[^'"]+)['"]|import\(\s*['"](\.[^'"]+)['"]\s*\)|new URL\(\s*['"](\.[^'"]+)['"]/g;

/**
 * What the files in some folders import of each other, by their paths in the checkout.
 * @param {readonly string[]} folders
 * @returns {Map<string, string[]>}
 */
export function importsIn(folders) {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|mjs|css)$/.test(name) && !name.includes('node_modules'))
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  );
  const known = new Set(files);
  return new Map(
    files.map((file) => {
      const named = [...readFileSync(join(root, file), 'utf8').matchAll(IMPORT)];
      const targets = named.map(([, from, dynamic, url]) =>
        posix.join(dirname(file), (from ?? dynamic ?? url ?? '').replace(/\?.*/, '')),
      );
      return [file, targets.filter((target) => known.has(target) && target !== file)];
    }),
  );
}

/**
 * All that imports one of these, directly or through others, and these themselves.
 * @param {Iterable<string>} names
 * @param {ReadonlyMap<string, Iterable<string>>} imports
 * @returns {Set<string>}
 */
export function withImporters(names, imports) {
  const found = new Set(names);
  // A set that grows while it is gone through is gone through to its end.
  for (const name of found) {
    for (const [importer, targets] of imports) if ([...targets].includes(name)) found.add(importer);
  }
  return found;
}

/**
 * What each room imports of the others.
 * @param {ReadonlyMap<string, readonly string[]>} imports of files
 * @returns {Map<string, Set<string>>}
 */
export function importsOfRooms(imports) {
  /** @type {Map<string, Set<string>>} */
  const rooms = new Map([...ROOMS, ...PROGRAMS].map((room) => [room, new Set()]));
  for (const [file, targets] of imports) {
    const room = roomOf(file);
    for (const target of targets) {
      const other = roomOf(target);
      if (room && other && room !== other) rooms.get(room)?.add(other);
    }
  }
  return rooms;
}
