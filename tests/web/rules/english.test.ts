import { expect, test } from 'vitest';
import { allTexts } from '../../../tools/lib/strings.mjs';

/** Words that are not idiomatic, or not the word that is used here, and what to write. */
const AVOIDED: readonly (readonly [RegExp, string])[] = [
  [/\bbehind\b/, 'after'],
  [/\bin front\b/, 'current'],
  [/\bfilms?\b/, 'video'],
  [/\bpictures?\b/i, 'image'],
  [/\bt(?:ake|akes|aken|ook|aking)\b(?: \w+){0,3} over\b/i, 'import or copy'],
  [/\bof (?:that|this) name\b/, 'named …'],
  [/\bread again\b/, 'reloaded'],
  [/\bmend(?:s|ed|ing)?\b/i, 'repair'],
  [/\b(?:gives?|gave) no\b|\b(?:has|have) no (?:place|room|way)\b/, 'cannot …, does not …, without …'],
  [/(?<!\bthere )\b(?:is|are) no\b(?! longer\b)/i, 'is not a …'],
  [/\bnames? nothing\b/, 'refers to nothing'],
  [/\b(?:is|are) (?:an)?other ones?\b/, 'differs'],
  [/\bas (?:it is|they are)\b/, 'unchanged'],
  [/\bthe like\b/, 'such as'],
  [/\bby (?:itself|themselves)\b/, 'automatically'],
  [/\b(?:says?|said) (?:that|of|how)\b/, 'specifies, according to …'],
  [/\bstands? (?:in|for|elsewhere|still|here|where)\b/, 'is, stays, means'],
  [/\b(?:is|are) left out\b/, 'is skipped, is omitted'],
  [/. Done\b\.?$|: done\./, 'Renamed X.'],
  [/\b(?:no|any) place for\b/, 'cannot store'],
  [/\bgoes out\b|\bgo out\b/, 'is exported'],
  [/\bmodel's own\b|\bof one's own\b/, 'its own'],
  [/\bPress (?:the|a) (?!(?:new )?key)/, 'click'],
  [/\bget(?:s)? lost\b/, 'is lost'],
];

/** Signs, and what to write. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/\p{L}'\p{L}/u, 'a typographic apostrophe: ’'],
  [/ …$/, 'no space before …'],
  [/\.\.\.(?!\w)/, '…'],
  [/(?:^|[\s(])-\d/, 'a minus sign: −'],
  [/\S {2}\S/, 'one space'],
];

/** Longest label of a button, menu row or field, characters. */
const LONGEST_LABEL = 48;

// Synonyms are words that users type.
const texts = allTexts().filter(({ file }) => !file.endsWith('/synonyms.ts'));

/** Texts by a rule, as `file:line text (what to write)`. */
function broken(rules: typeof AVOIDED, of = texts): string[] {
  return of.flatMap(({ file, line, text }) =>
    // What is filled in is code.
    rules
      .filter(([rule]) => rule.test(text.replace(/\{[^{}]*\}/g, '{}')))
      .map(([, better]) => `${file}:${line} ${text} (${better})`),
  );
}

test('the sources have the texts of the page, the command line and the core', () => {
  for (const folder of ['web/app/', 'web/cli/', 'wasm/abc/']) {
    expect(texts.filter(({ file }) => file.startsWith(folder)).length).toBeGreaterThan(100);
  }
});

test('texts have the words of the field and of the language', () => {
  expect(broken(AVOIDED)).toEqual([]);
});

test('texts have typographic signs', () => {
  // In the terminal and in JSON a hyphen before a digit is what one types.
  const onPage = texts.filter(({ file }) => !/^web\/(?:cli|api|lib)\//.test(file));
  expect(broken(SIGNS, onPage)).toEqual([]);
});

test('labels are short, and have no full stop', () => {
  const labels = texts.filter(({ role }) => role === 'label' || role === 'tab' || role === 'placeholder');
  const long = labels.filter(({ text }) => text.replace(/\{[^{}]*\}/g, 'name').length > LONGEST_LABEL);
  const stopped = labels.filter(({ text }) => /[^.…]\.$/.test(text));
  expect([...long, ...stopped].map(({ file, line, text }) => `${file}:${line} ${text}`)).toEqual([]);
});
