/** docs/findings.md as text, from the catalogue of findings. */
import { escaped } from './markdown.ts';

/** @typedef {import('@lithoscope/core').CatalogueEntry} CatalogueEntry */

/** The command that writes the page. */
export const WRITE_FINDINGS = 'npm run docs';

/** Worst first. @type {Record<CatalogueEntry['severity'], {title: string, meaning: string}>} */
const SEVERITIES = {
  error: { title: 'Errors', meaning: 'It cannot be read, or would break an engine or ModelEdit.' },
  warning: { title: 'Warnings', meaning: 'It is probably a mistake.' },
  information: { title: 'Information', meaning: 'It is worth knowing, and usually as intended.' },
  hint: { title: 'Hints', meaning: 'It could be improved, or is often intended.' },
};

/** @type {Record<CatalogueEntry['engine'], {does: string, meaning: string}>} */
const ENGINES = {
  unaffected: { does: 'loads it', meaning: 'It loads the file as if there were no problem.' },
  flawed: {
    does: 'loads it with flaws',
    meaning: 'It loads the file, but something is missing, looks wrong or moves wrongly.',
  },
  refused: { does: 'refuses it', meaning: 'It does not load the file, or crashes.' },
  unknown: { does: 'is unknown', meaning: 'It cannot be told from what was read, or nobody has found out.' },
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

The *Problems* panel of the page and \`npx lithoscope check\` list everything in a model, texture or sprite that is wrong or worth
knowing, each with a code; whatever its severity, it is called a problem. Below are all ${catalogue.length} codes, what they mean, and
what to do about them. In the texts, {0}, {1} … stand for values from the file. *Fix* is what the *Fix* button and
\`lithoscope fix\` do; it is not offered for a file where it is not certain.

| severity | meaning |
|---|---|
${severities.map(([severity, { meaning }]) => `| ${severity} | ${meaning} |`).join('\n')}

| a game, or ModelEdit | meaning |
|---|---|
${Object.values(ENGINES)
  .map(({ does, meaning }) => `| ${does} | ${meaning} |`)
  .join('\n')}

Where nothing else is known, ModelEdit behaves like a game.

| problem | severity | a game | ModelEdit |
|---|---|---|---|
${catalogue.map(row).join('\n')}

${parts.join('\n')}`;
}
