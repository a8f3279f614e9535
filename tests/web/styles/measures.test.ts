/** Sizes of type, weights, radii, heights, spacing and colours come from styles/tokens.css, and from nowhere else. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { css as tokensCss } from '../support/colours.ts';
import { type Declaration, declarations } from '../support/declarations.ts';

const WEB = new URL('../../../web/', import.meta.url);

/** Sheets with measures of their own. */
const OWN_MEASURES = [
  // The tokens.
  'styles/tokens.css',
  // The viewer in other pages, whose root may have any size.
  'embed/style.css',
  'embed/frame.css',
  // Paper: points and millimetres.
  'styles/help-print.css',
];

/** Words for assistive technology in a box of a few pixels. */
const UNSEEN = /^\.tree-(flag|change)$/;

/** As high as a control, and none. */
const NO_CONTROL = new RegExp(
  [
    // Icons and images.
    '\\.icon\\b|thumbnail|picture|sample-stage',
    // A row with an image.
    '^\\.empty \\.recent-file$',
    // In a line that is as high as a control, or in a field.
    '^input\\[type="checkbox"\\]$|^\\.filter-clear$',
    // A sign in a line of text.
    '^\\.compare-sign$',
    // A handle over the model, larger for fingers.
    '^\\.dims-face$',
    // The field of the search box: a title that is typed.
    '^\\.search-box \\.combobox-input$',
  ].join('|'),
);

/** A script that paints has the same number. */
const PAINTED = /^\.hex-lines$/;

/** Lengths of a value in CSS pixels. */
const lengths = (value: string): number[] =>
  [...value.matchAll(/(?<![\w.-])-?([\d.]+)(px|rem|pt|em)\b/g)].map(
    ([, number, unit]) => Number(number) * (unit === 'px' ? 1 : 16),
  );

interface Rule {
  readonly name: string;
  readonly property: RegExp;
  isBroken(declaration: Declaration): boolean;
  /** Breaks it. */
  readonly literals: readonly string[];
}

const RULES: readonly Rule[] = [
  {
    name: 'the three sizes of type',
    property: /^font(-size)?$/,
    isBroken: ({ selector, value }) => lengths(value).length > 0 && !UNSEEN.test(selector),
    literals: ['font: 13px / 1.4 var(--sans)', 'font-size: 0.8rem'],
  },
  {
    name: 'two weights',
    property: /^font(-weight)?$/,
    isBroken: ({ property, value }) =>
      property === 'font'
        ? /\b([1-35789]00|bold|bolder|lighter)\b/.test(value)
        : !/^(400|600|inherit)$/.test(value),
    literals: ['font-weight: 650', 'font-weight: bold', 'font: 500 var(--font)'],
  },
  {
    name: 'the radii of the tokens',
    property: /radius$/,
    isBroken: ({ value }) => !/^((0|50%|var\(--radius(-\w+)?\)) ?)+$/.test(value),
    literals: ['border-radius: 4px', 'border-top-left-radius: 0.5rem'],
  },
  {
    name: 'one height of controls, and the rows of the tokens',
    property: /^(min-)?(height|block-size)$/,
    isBroken: ({ selector, value }) =>
      /^[\d.]+(px|rem)$/.test(value) &&
      lengths(value).every((length) => length >= 18 && length <= 52) &&
      !NO_CONTROL.test(selector),
    literals: ['height: 26px', 'min-height: 2.75rem'],
  },
  {
    name: 'the steps of spacing',
    property: /^((row|column)-)?gap$|^padding/,
    // One or two pixels align a line or an icon; more than the largest step is a place, not a gap.
    isBroken: ({ selector, value }) =>
      !/\b(calc|min|max|clamp)\(/.test(value) &&
      lengths(value).some((length) => length >= 3 && length <= 16) &&
      !PAINTED.test(selector),
    literals: ['gap: 6px', 'padding: 0 0.5rem'],
  },
  {
    name: 'the colours of the tokens',
    property: /^(?!white-space|content)/,
    isBroken: ({ value }) =>
      /#[\da-f]{3,8}\b|\b(rgba?|hsla?|hwb|(ok)?lab|(ok)?lch|light-dark)\(|\b(white|black|red|gr[ae]y)\b/i.test(
        value,
      ),
    literals: ['color: #fff', 'background: rgb(0 0 0 / 40%)', 'border: 1px solid white'],
  },
];

const names = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).map((name) =>
  name.replaceAll('\\', '/'),
);
const read = (name: string) => readFileSync(new URL(name, WEB), 'utf8');
const sheets = names.filter((name) => name.endsWith('.css') && !OWN_MEASURES.includes(name));
const all = sheets.flatMap((sheet) => declarations(sheet, read(sheet)));

/** What breaks a rule, as `sheet:line selector { property: value }`. */
const broken = (rule: Rule, found: readonly Declaration[]): string[] =>
  found
    .filter((declaration) => rule.property.test(declaration.property) && rule.isBroken(declaration))
    .map(
      ({ sheet, line, selector, property, value }) =>
        `${sheet}:${line} ${selector} { ${property}: ${value} }`,
    );

describe.each(RULES)('a stylesheet has $name', (rule) => {
  it('and no literal', () => {
    expect(broken(rule, all)).toEqual([]);
  });

  it.each(rule.literals)('which “%s” is not', (literal) => {
    const sheet = `/* a { b: c } */\n@media (width < 1px) {\n  .a {\n    ${literal};\n  }\n}\n`;
    expect(broken(rule, declarations('a.css', sheet))).toEqual([`a.css:4 .a { ${literal} }`]);
  });
});

describe('the tokens', () => {
  const tokens = new Set([...tokensCss.matchAll(/^ *(--[\w-]+):/gm)].map(([, name = '']) => name));
  const sources = names
    .filter((name) => /\.(css|ts|html)$/.test(name))
    .map(read)
    .join('\n');

  it('are all used', () => {
    // Scripts build the names of these from their parts.
    const isBuilt = (name: string) => /^--(hue|heat|influences)-/.test(name);
    const uses = (name: string) =>
      [...sources.matchAll(new RegExp(`${name}(?![\\w-])(?!:)`, 'g'))].length -
      [...tokensCss.matchAll(new RegExp(`@property ${name}(?![\\w-])`, 'g'))].length;
    expect([...tokens].filter((name) => !isBuilt(name) && uses(name) === 0)).toEqual([]);
  });

  it('are all that is used, with what a sheet or a script sets for its own part', () => {
    const used = new Set(
      all.flatMap(({ value }) => [...value.matchAll(/var\((--[\w-]+)\)/g)].map(([, name = '']) => name)),
    );
    const isSet = (name: string) => new RegExp(`(?<!var\\()${name}(?![\\w-])`).test(sources);
    expect([...used].filter((name) => !tokens.has(name) && !isSet(name))).toEqual([]);
  });
});
