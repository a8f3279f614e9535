/** The npm package as its users get it: packed, and installed in a folder of its own. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** @param {string} folder @param {string[]} args */
const npm = (folder, ...args) =>
  execFileSync('npm', [...args, '--ignore-scripts', '--silent'], { cwd: folder, encoding: 'utf8' });

/**
 * Packs what is built and installs it, without a network.
 * @returns {{folder: string, tarball: string, remove: () => void}} the folder that has it in its node_modules
 */
export function installed() {
  if (!existsSync(join(root, 'dist-cli/api.d.ts'))) {
    throw new Error(
      'dist-cli/api.d.ts is not there: `npm start` builds no API. Build it first: npm run build',
    );
  }
  const folder = mkdtempSync(join(tmpdir(), 'lithoscope-package-'));
  const user = join(folder, 'user');
  mkdirSync(user);
  const name = npm(root, 'pack', '--pack-destination', folder).trim();
  const tarball = join(folder, name);
  writeFileSync(join(user, 'package.json'), '{ "private": true, "type": "module" }\n');
  npm(user, 'install', '--offline', '--no-audit', '--no-fund', tarball);
  return { folder: user, tarball, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
