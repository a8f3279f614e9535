/** docs/findings.md as text, from the catalogue of findings. */
import { escaped } from './markdown.ts';

/** @typedef {import('@lithoscope/core').CatalogueEntry} CatalogueEntry */

/** The command that writes the page. */
export const WRITE_FINDINGS = 'npm run docs';

/** Worst first. @type {Record<CatalogueEntry['severity'], {title: string, meaning: string}>} */
const SEVERITIES = {
  error: { title: 'Errors', meaning: 'It cannot be read, or an engine or ModelEdit would break.' },
  warning: { title: 'Warnings', meaning: 'It is probably a mistake.' },
  information: { title: 'Information', meaning: 'It is worth knowing, and mostly as it should be.' },
  hint: { title: 'Hints', meaning: 'It could be better, or is often meant.' },
};

/** @type {Record<CatalogueEntry['engine'], {does: string, meaning: string}>} */
const ENGINES = {
  unaffected: { does: 'loads it', meaning: 'It loads the file as if nothing were.' },
  flawed: {
    does: 'loads it with flaws',
    meaning: 'It loads, and something is missing, looks or moves wrong.',
  },
  refused: { does: 'refuses it', meaning: 'It does not load it, or it crashes.' },
  unknown: { does: 'is unknown', meaning: 'Nobody can tell from what was read, or has found out.' },
};

/** @param {CatalogueEntry} entry */
const row = ({ code, severity, engine, modelEdit }) =>
  `| [${code}](#${code.toLowerCase()}) | ${severity} | ${ENGINES[engine].does} | ${modelEdit === engine ? '' : ENGINES[modelEdit].does} |`;

/**
 * {0|byte is|bytes are} as the plural that it mostly is.
 * @param {string} text
 */
const plural = (text) => escaped(text.replace(/\{(\d)\|[^|}]*\|([^}]*)\}/g, '{$1} $2'));

/** @param {string} source `abc.md §3.11` */
const rule = (source) => `\n**Rule:** [${source}](format/${source.split(' ')[0]})\n`;

/** @param {CatalogueEntry} entry */
function whatItDoes({ engine, modelEdit }) {
  const game =
    engine === 'unknown' ? 'It is unknown whether a game loads it' : `A game ${ENGINES[engine].does}`;
  return modelEdit === engine ? `${game}.` : `${game}; ModelEdit ${ENGINES[modelEdit].does}.`;
}

/** @param {CatalogueEntry} entry */
function chapter(entry) {
  const { code, message, effect, remedy, source, fix } = entry;
  return `### ${code}

> ${plural(message)}

${whatItDoes(entry)} ${plural(effect)}

**Remedy:** ${plural(remedy)}
${fix && `\n**Fix:** ${escaped(fix)}.\n`}${source && rule(source)}`;
}

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
  return `# Problems

<!-- Written by \`${WRITE_FINDINGS}\` from wasm/abc/catalogue.cpp, wasm/dtx/catalogue.cpp and
     wasm/spr/catalogue.cpp: change it there. -->

The *Problems* panel of the page and \`npx lithoscope check\` list what is wrong with a model, texture or sprite or worth knowing,
each under a code; whatever its severity, it is called a problem. These are all ${catalogue.length} codes, what they mean, and
what to do. In the words, {0}, {1} … stand for the values of the file. *Fix* is what the button of that name and
\`lithoscope fix\` do; where it is not certain for a file, it is not offered.

| severity | meaning |
|---|---|
${severities.map(([severity, { meaning }]) => `| ${severity} | ${meaning} |`).join('\n')}

| a game, or ModelEdit | meaning |
|---|---|
${Object.values(ENGINES)
  .map(({ does, meaning }) => `| ${does} | ${meaning} |`)
  .join('\n')}

ModelEdit does what a game does, where nothing else is known of it.

| problem | severity | a game | ModelEdit |
|---|---|---|---|
${catalogue.map(row).join('\n')}

${parts.join('\n')}`;
}
