/** docs/findings.md as text, from the catalogue of findings. */
import { escaped } from './markdown.ts';

/** @typedef {import('@lithoscope/core').CatalogueEntry} CatalogueEntry */

/** The command that writes the page. */
export const WRITE_FINDINGS = 'npm run docs';

/** Worst first. @type {Record<CatalogueEntry['severity'], {title: string, meaning: string}>} */
const SEVERITIES = {
  error: { title: 'Errors', meaning: 'It cannot be read, or an engine would break.' },
  warning: { title: 'Warnings', meaning: 'It is probably a mistake.' },
  information: { title: 'Information', meaning: 'It is worth knowing, and mostly as it should be.' },
  hint: { title: 'Hints', meaning: 'It could be better, or is often meant.' },
};

/** @type {Record<CatalogueEntry['engine'], {does: string, meaning: string}>} */
const ENGINES = {
  unaffected: { does: 'does not mind', meaning: 'It loads the file as if nothing were.' },
  flawed: {
    does: 'takes it with flaws',
    meaning: 'It loads, and something is missing, looks or moves wrong.',
  },
  refused: { does: 'refuses it', meaning: 'It does not load it, or it crashes.' },
  unknown: { does: 'may take it or not', meaning: 'Nobody can tell from what was read.' },
};

/** @param {CatalogueEntry} entry */
const row = ({ code, severity, engine }) =>
  `| [${code}](#${code.toLowerCase()}) | ${severity} | ${ENGINES[engine].does} |`;

/** @param {CatalogueEntry} entry */
const chapter = ({ code, engine, message, effect, remedy }) => `### ${code}

> ${escaped(message)}

The engine ${ENGINES[engine].does}. ${escaped(effect)}

**Remedy:** ${escaped(remedy)}
`;

/**
 * @param {readonly CatalogueEntry[]} catalogue
 * @returns {string}
 */
export function findingsPage(catalogue) {
  const severities = Object.entries(SEVERITIES);
  const parts = severities.map(([severity, { title }]) => {
    const entries = catalogue.filter((entry) => entry.severity === severity);
    return `## ${title}\n\n${entries.map(chapter).join('\n')}`;
  });
  return `# What Lithoscope finds in a file

<!-- Written by \`${WRITE_FINDINGS}\` from wasm/abc/catalogue.cpp, wasm/dtx/catalogue.cpp,
     wasm/spr/catalogue.cpp and web/files/partial/findings.ts: change it there. -->

The *Problems* panel of the page and \`npx lithoscope check\` list what is wrong with a model, texture or sprite or worth knowing,
each under a code. These are all ${catalogue.length} codes, what they mean, and what to do. In the words, {0}, {1} … stand for
the values of the file.

| severity | meaning |
|---|---|
${severities.map(([severity, { meaning }]) => `| ${severity} | ${meaning} |`).join('\n')}

| the engine | meaning |
|---|---|
${Object.values(ENGINES)
  .map(({ does, meaning }) => `| ${does} | ${meaning} |`)
  .join('\n')}

| finding | severity | the engine |
|---|---|---|
${catalogue.map(row).join('\n')}

${parts.join('\n')}`;
}
