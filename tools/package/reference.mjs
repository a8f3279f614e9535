/**
 * Writes dist/docs/api, the reference of the API, from its types. What TypeDoc warns of is an error: what is not documented, and
 * links that lead nowhere.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Application } from 'typedoc';

const root = fileURLToPath(new URL('../..', import.meta.url));
const out = join(root, 'dist/docs/api');

/** The page's own colours, and how TypeDoc calls them. */
const css = join(root, 'build/types/reference.css');
mkdirSync(join(css, '..'), { recursive: true });
writeFileSync(
  css,
  ['web/styles/tokens.css', 'tools/package/reference.css']
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n'),
);

const app = await Application.bootstrapWithPlugins({
  name: 'lithoscope',
  entryPoints: [join(root, 'dist-cli/api.d.ts')],
  tsconfig: join(root, 'tools/package/tsconfig.json'),
  out,
  readme: 'none',
  disableSources: true,
  disableGit: true,
  excludePrivate: true,
  excludeInternal: true,
  excludeExternals: true,
  hideGenerator: true,
  githubPages: false,
  includeVersion: true,
  validation: { notExported: true, invalidLink: true, notDocumented: true, unusedMergeModuleWith: true },
  treatValidationWarningsAsErrors: true,
  treatWarningsAsErrors: true,
  sort: ['kind', 'source-order'],
  // They would be styles in the page, which its policy forbids.
  visibilityFilters: {},
  navigationLinks: { Documentation: '../index.html', Guide: '../api.html' },
  customCss: css,
  favicon: join(root, 'web/icon.svg'),
});

const project = await app.convert();
if (!project) process.exit(1);
app.validate(project);
if (app.logger.hasErrors() || app.logger.hasWarnings()) process.exit(1);
await app.generateOutputs(project);
if (app.logger.hasErrors() || app.logger.hasWarnings()) process.exit(1);

/**
 * The page's policy allows no script in a page. TypeDoc has one, which sets the theme: the one of the documentation does that, as it
 * was chosen in the page.
 */
const INLINE = /<script>(?:(?!<\/script>)[\s\S])*<\/script>/g;
for (const name of readdirSync(out, { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.html')) continue;
  const path = join(out, name);
  const up = '../'.repeat(name.split(/[\\/]/).length);
  const text = readFileSync(path, 'utf8').replace(
    INLINE,
    `<script type="module" src="${up}assets/theme.js"></script>`,
  );
  writeFileSync(path, text);
}

/** The filters' styles, of which there are none. */
const STYLE = 'document.head.appendChild(document.createElement("style"))';
const script = join(out, 'assets/main.js');
const code = readFileSync(script, 'utf8');
if (!code.includes(STYLE)) throw new Error('TypeDoc puts styles into the page in another way than before.');
writeFileSync(script, code.replace(STYLE, 'document.createElement("style")'));
