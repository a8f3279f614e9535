/**
 * What the project needs from the machine, and how it is had: what is there is used, the rest comes
 * from the distribution through apt. Node built-ins only: this runs before `npm ci`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromiumPath } from '../chromium.mjs';
import { outputOf, root, run, Stop, say, step, which } from './process.mjs';

/**
 * @typedef {object} Need
 * @property {string} name for people
 * @property {string[]} packages Debian packages that provide it
 * @property {() => boolean} present
 */

/** @param {string} program @param {number[]} atLeast */
function hasVersion(program, atLeast) {
  const version = which(program) && outputOf(program, ['--version']);
  const found = version?.match(/(\d+)\.(\d+)(?:\.(\d+))?/);
  return Boolean(found) && !isOlder(found?.slice(1).map(Number) ?? [], atLeast);
}

/**
 * Whether a version is older than another, part by part; a missing part counts as 0.
 * @param {number[]} version
 * @param {number[]} than
 */
export function isOlder(version, than) {
  const differs = than.findIndex((part, i) => (version[i] || 0) !== part);
  return differs >= 0 && (version[differs] || 0) < (than[differs] ?? 0);
}

/** @param {string} file a CMake package's configuration, `GTest/GTestConfig.cmake` */
function hasCmakePackage(file) {
  const libraries = ['/usr/lib', '/usr/lib64', '/usr/local/lib', '/usr/local/lib64'].filter(existsSync);
  const folders = libraries.flatMap((folder) => [
    folder,
    ...readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(folder, entry.name)),
  ]);
  return folders.some((folder) => existsSync(join(folder, 'cmake', file)));
}

/** Libraries, which are in no path; where nobody knows about packages they are taken for there. @param {string[]} names */
function hasPackages(...names) {
  return !which('dpkg-query') || outputOf('dpkg-query', ['-s', ...names]) !== null;
}

/** A package that only stands in for another kind of installation is there but does not run. */
function hasChromium() {
  return outputOf(chromiumPath, ['--version']) !== null;
}

/** WebKitGTK's own small browser, which its driver starts; it is in no path. @returns {string | null} */
export function miniBrowserPath() {
  const folders = [
    '/usr/lib',
    '/usr/libexec',
    `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`,
  ];
  const paths = folders.flatMap((folder) =>
    ['webkit2gtk-4.1', 'webkitgtk-6.0', 'webkit2gtk-4.0'].map((name) => join(folder, name, 'MiniBrowser')),
  );
  return paths.find(existsSync) ?? null;
}

/** The formatter's major version is part of the format. */
export const CLANG_FORMAT = 'clang-format-14';

/** And the checks differ from version to version. */
export const CLANG_TIDY = 'clang-tidy-14';

/** @satisfies {Record<string, Need>} */
export const needs = {
  emscripten: {
    name: 'Emscripten 3.1.6 or newer (emcc)',
    packages: ['emscripten'],
    present: () => hasVersion('emcc', [3, 1, 6]) && which('emcmake') !== null,
  },
  cmake: {
    name: 'CMake 3.25 or newer',
    packages: ['cmake'],
    present: () => hasVersion('cmake', [3, 25]),
  },
  ninja: { name: 'Ninja', packages: ['ninja-build'], present: () => which('ninja') !== null },
  compiler: {
    name: 'a C++ compiler (g++)',
    packages: ['g++'],
    present: () => which('g++') !== null,
  },
  compiler32: {
    name: 'the 32-bit libraries of g++',
    packages: ['g++-multilib'],
    present: () => hasPackages('g++-multilib'),
  },
  clang: {
    name: 'clang 14 with libFuzzer and llvm-cov',
    packages: ['clang-14', 'libclang-rt-14-dev', 'llvm-14'],
    present: () =>
      ['clang++-14', 'llvm-cov-14', 'llvm-profdata-14'].every((name) => which(name) !== null) &&
      hasPackages('libclang-rt-14-dev'),
  },
  json: {
    name: 'JSON for Modern C++',
    packages: ['nlohmann-json3-dev'],
    present: () =>
      ['/usr/include', '/usr/local/include'].some((folder) => existsSync(join(folder, 'nlohmann/json.hpp'))),
  },
  squish: {
    name: 'libsquish, which compresses textures',
    packages: ['libsquish-dev'],
    present: () =>
      ['/usr/include', '/usr/local/include'].some((folder) => existsSync(join(folder, 'squish.h'))),
  },
  googleTest: {
    name: 'GoogleTest',
    packages: ['libgtest-dev'],
    present: () => hasCmakePackage('GTest/GTestConfig.cmake'),
  },
  googleBenchmark: {
    name: 'Google Benchmark',
    packages: ['libbenchmark-dev'],
    present: () => hasCmakePackage('benchmark/benchmarkConfig.cmake'),
  },
  clangFormat: {
    name: CLANG_FORMAT,
    packages: [CLANG_FORMAT],
    present: () => which(CLANG_FORMAT) !== null,
  },
  clangTidy: {
    name: CLANG_TIDY,
    packages: [CLANG_TIDY],
    present: () => which(CLANG_TIDY) !== null,
  },
  chromium: { name: 'Chromium', packages: ['chromium-headless-shell'], present: hasChromium },
  screen: {
    name: 'an X server without a screen that has OpenGL',
    packages: ['xvfb', 'xauth', 'libgl1-mesa-dri', 'libegl1'],
    present: () =>
      which('xvfb-run') !== null && which('xauth') !== null && hasPackages('libgl1-mesa-dri', 'libegl1'),
  },
  firefox: {
    name: 'Firefox',
    packages: ['firefox-esr'],
    present: () => (which('firefox-esr') ?? which('firefox')) !== null,
  },
  webkit: {
    name: 'WebKitGTK with its WebDriver',
    packages: ['webkit2gtk-driver'],
    present: () => which('WebKitWebDriver') !== null && miniBrowserPath() !== null,
  },
  blender: {
    name: 'Blender',
    packages: ['blender', 'python3-numpy'],
    present: () => which('blender') !== null,
  },
};

/** What `npm start` needs of the machine. */
export const BUILD_NEEDS = [needs.emscripten, needs.cmake, needs.ninja];

/** What `npm run bench` needs of the machine. */
export const BENCH_NEEDS = [...BUILD_NEEDS, needs.compiler, needs.googleBenchmark, needs.chromium];

/** What `npm test` needs of the machine. */
export const TEST_NEEDS = [
  ...BUILD_NEEDS,
  needs.clang,
  needs.googleTest,
  needs.json,
  needs.squish,
  needs.clangFormat,
  needs.chromium,
];

/** What clang-tidy needs of the machine. */
export const TIDY_NEEDS = [needs.clang, needs.clangTidy, needs.emscripten, needs.json];

function checkNode() {
  const version = process.versions.node.split('.').map(Number);
  const major = version[0] ?? 0;
  if (isOlder(version, [20, 19]) || major === 21 || (major === 22 && isOlder(version, [22, 12]))) {
    throw new Stop(
      `Lithoscope needs Node 20.19 or newer (of Node 22: 22.12 or newer); this is Node ${process.versions.node}.`,
    );
  }
}

/** How this user runs apt-get: [] as root, ['sudo', '-n'] where no password is asked for, else null. */
function aptPrefix() {
  if (!which('apt-get')) return null;
  if (process.getuid?.() === 0) return [];
  return which('sudo') && outputOf('sudo', ['-n', 'true']) !== null ? ['sudo', '-n'] : null;
}

/** @param {Need[]} wanted */
async function installSystemPackages(wanted) {
  const missing = wanted.filter((need) => !need.present());
  if (missing.length === 0) return;
  const packages = missing.flatMap((need) => need.packages);
  const names = missing.map((need) => need.name).join(', ');
  const prefix = aptPrefix();
  if (!prefix) {
    const command = `apt-get update && sudo apt-get install -y --no-install-recommends ${packages.join(' ')}`;
    throw new Stop(
      which('apt-get')
        ? `Missing: ${names}.\nInstalling needs root. Run this, then try again:\n\n  sudo ${command}`
        : `Missing: ${names}.\nThis machine has no apt: install them its own way, then try again.\n` +
            `On Debian 12 the command is:\n\n  sudo ${command}`,
    );
  }
  for (const need of missing) {
    say(`Installing ${need.name} (apt: ${need.packages.join(' ')})`);
  }
  const apt = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q', '-y'];
  const [program = 'apt-get', ...args] = apt;
  await run(program, [...args, 'update']);
  const install = [...args, 'install', '--no-install-recommends', ...packages];
  const { code, output } = await run(program, install);
  if (code !== 0) {
    throw new Stop(
      `${output}\nCould not install ${names}. Run this to see why:\n\n  ${[program, ...install].join(' ')}`,
    );
  }
  for (const need of missing) {
    if (!need.present()) {
      throw new Stop(
        `${need.packages.join(' ')} is installed, but this is still missing: ${need.name}.\n` +
          'Another version earlier on PATH, or a stand-in package, hides it.',
      );
    }
  }
}

/**
 * Whether node_modules holds what the lock file names. npm notes what it installed in a lock file of
 * its own; packages for other systems are optional and not in there.
 * @param {string} folder that has a package.json
 */
function npmPackagesPresent(folder) {
  const installedPath = join(folder, 'node_modules/.package-lock.json');
  if (!existsSync(installedPath)) return false;
  const { packages: installed } = JSON.parse(readFileSync(installedPath, 'utf8'));
  const { packages: locked } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  return Object.entries(locked).every(
    ([path, entry]) => path === '' || entry.optional || installed[path]?.version === entry.version,
  );
}

/**
 * Makes sure of Node's version, the system packages and the npm packages, in this order.
 * @param {Need[]} wanted
 * @throws {Stop} with the command to run, where it cannot install what is missing
 */
export async function setUp(wanted) {
  checkNode();
  await installSystemPackages(wanted);
  await setUpPackages('', 'Installing npm packages (npm ci)');
}

/**
 * Makes sure of the npm packages of a folder that has a package.json of its own.
 * @param {string} folder in the checkout
 * @param {string} title
 */
export async function setUpPackages(folder, title) {
  const path = join(root, folder);
  if (npmPackagesPresent(path)) return;
  await step(title, 'npm', ['ci', '--prefix', path, '--include=dev', '--loglevel=error']);
}
