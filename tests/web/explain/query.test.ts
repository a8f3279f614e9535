import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Facts } from '../../../web/explain/facts.ts';
import { fits, type Knowledge, matches, parseQuery, type QueryFile } from '../../../web/explain/query.ts';
import { tokensOf } from '../../../web/explain/query-tokens.ts';
import { NameIndex } from '../../../web/library/name-index.ts';
import { findingOf } from '../support/finding.ts';

const NOTHING: Facts = {
  format: 'abc',
  version: 12,
  token: '',
  game: 'NOLF, AvP2',
  size: 0,
  faces: 0,
  vertices: 0,
  nodes: 0,
  animations: 0,
  sockets: 0,
  pieces: 0,
  levels: 1,
  deformation: 0,
  width: 0,
  height: 0,
  commandString: '',
  slots: [],
  names: {
    nodes: [],
    animations: [],
    sockets: [],
    pieces: [],
    weightSets: [],
    children: [],
    frames: [],
    textures: [],
  },
  engine: { verdict: 'loads', reason: 'Nothing is wrong with it.' },
  modelEdit: { verdict: 'loads', reason: 'Nothing is wrong with it.' },
  findings: [],
  findingsTruncated: false,
};

const GUARD: Facts = {
  ...NOTHING,
  size: 300_000,
  faces: 2100,
  vertices: 1200,
  nodes: 3,
  animations: 2,
  sockets: 1,
  pieces: 2,
  levels: 3,
  commandString: 'Radius 50; ShadowEnable',
  slots: [0, 1],
  names: {
    nodes: ['Root', 'Left_ArmU', 'Left_ArmL'],
    animations: ['Walk_Fast', 'Idle "two"'],
    sockets: ['RightHand'],
    pieces: ['Head', 'Body'],
    weightSets: ['Upper'],
    children: ['Models\\Base.abc'],
    frames: ['FOOTSTEP_KEY 1'],
    textures: [],
  },
  findings: [
    findingOf({ code: 'UV_RANGE', severity: 'warning' }),
    findingOf({ code: 'NAME_LONG', severity: 'hint' }),
  ],
};

const OLD: Facts = {
  ...NOTHING,
  version: 6,
  game: 'Shogo, Blood II, KISS',
  deformation: 40,
  engine: { verdict: 'refused', reason: 'It ends early.' },
  findings: [findingOf({ code: 'FILE_TRUNCATED', severity: 'error' })],
};

const file = (path: string, size: number | null = 300_000, kind: QueryFile['kind'] = 'model'): QueryFile => ({
  path,
  kind,
  size,
  source: { name: 'GAME.REZ' },
});
const guardFile = file('MODELS/Guards/Guard.ABC');

const ask = (text: string, facts: Facts | null = GUARD, of: QueryFile = guardFile) =>
  matches(parseQuery(text), of, facts);

describe('a search', () => {
  it.each<[string, boolean]>([
    ['', true],
    ['arml', true],
    ['ARML walk', true],
    ['arml run', false],
    ['guards', true],
    ['footstep', true],
    ['"idle "', true],
    ['shadowenable', true],
    ['base.abc', true],
    ['upper', true],
    ['torso', false],
    ['-torso', true],
    ['-walk', false],
    ['-"left_armu"', false],
    ['anim:walk', true],
    ['anim=walk', false],
    ['anim=walk_fast', true],
    ['anim:walk*', true],
    ['anim:*fast', true],
    ['anim:w*_f*t', true],
    ['anim:fast*', false],
    ['node:walk', false],
    ['node:arm', true],
    ['-node:arm', false],
    ['socket:hand', true],
    ['piece:head', true],
    ['set:up', true],
    ['child:base', true],
    ['command:radius', true],
    ['command:"radius 50"', true],
    ['frame:"footstep_key 1"', true],
    ['frame:radius', false],
    ['path:models/guards', true],
    ['path:*.abc', true],
    ['source:game', true],
    ['ext:abc', true],
    ['ext:.ABC', true],
    ['ext:ab', false],
    ['kind:model', true],
    ['kind:texture', false],
    ['game:nolf', true],
    ['game:"no one lives"', true],
    ['game:noonelivesforever', true],
    ['game:shogo', false],
    ['version:12', true],
    ['version:v12', true],
    ['version:1', false],
    ['version>=9', true],
    ['faces>2000', true],
    ['faces>2100', false],
    ['faces>=2,100', true],
    ['faces:>2000', true],
    ['faces=2100', true],
    ['faces:2100', true],
    ['-faces>2000', false],
    ['nodes>=3', true],
    ['nodes:3', true],
    ['anims<3', true],
    ['anims<=1', false],
    ['sockets:1', true],
    ['pieces:2', true],
    ['levels:3', true],
    ['size>200kb', true],
    ['size>0.2mb', true],
    ['size<300000', false],
    ['size<=300000', true],
    ['size>1mb', false],
    ['has:lods', true],
    ['has:sockets', true],
    ['has:children', true],
    ['has:frames', true],
    ['has:deformation', false],
    ['has:sets', true],
    ['verdict:warning', true],
    ['verdict:error', false],
    ['verdict:sound', false],
    ['verdict:refused', false],
    ['code:UV_RANGE', true],
    ['code:uv_*', true],
    ['code:*_LONG', true],
    ['code:POSE_*', false],
    ['problems:2', true],
    ['anim:walk node:arm faces>2000 -has:deformation', true],
    ['anim:walk node:arm faces<2000', false],
  ])('%s', (text, answer) => {
    expect(parseQuery(text).problems).toEqual([]);
    expect(ask(text)).toBe(answer);
  });

  it('asks the verdict of game and problems', () => {
    expect(ask('verdict:error', OLD)).toBe(true);
    expect(ask('verdict:refused', OLD)).toBe(true);
    expect(ask('verdict:sound', NOTHING)).toBe(true);
    expect(ask('verdict:sound', { ...NOTHING, format: 'unknown' })).toBe(false);
    expect(ask('verdict:unknown', { ...NOTHING, engine: { verdict: 'unknown', reason: '' } })).toBe(true);
    expect(ask('has:deformation version:6 game:kiss', OLD)).toBe(true);
  });

  it('asks textures for their size', () => {
    const texture: Facts = { ...NOTHING, format: 'dtx', version: -5, width: 512, height: 64, levels: 4 };
    for (const text of ['width>256', 'height=64', 'version:-5', 'version:−5', 'levels:4', '-has:lods']) {
      expect(ask(text, texture, file('TEX/A.DTX', 1, 'texture')), text).toBe(true);
    }
  });

  it('does not know what is in a file that was not read, but its path, kind and size', () => {
    for (const text of [
      'anim:walk',
      '-anim:walk',
      'walk',
      'faces>0',
      'code:x',
      'guard.abc walk',
      'skin:missing',
    ])
      expect(ask(text, null), text).toBeNull();
    for (const text of ['guards', 'ext:abc', 'size>200kb', '-ext:dtx', ''])
      expect(ask(text, null), text).toBe(true);
    for (const text of ['ext:dtx walk', '-guards walk', 'size>1mb'])
      expect(ask(text, null), text).toBe(false);
    expect(ask('size>1mb', null, file('A.ABC', null))).toBeNull();
    expect(ask('size>1mb', { ...GUARD, size: 2 ** 21 }, file('A.ABC', null))).toBe(true);
  });

  it('knows that what is never read has no such names', () => {
    expect(ask('walk', null, file('walls/readme.txt', 10, 'other'))).toBe(false);
    expect(ask('readme', null, file('walls/readme.txt', 10, 'other'))).toBe(true);
  });

  it.each([
    ['anin:walk', 'Unknown filter “anin”. To search for the text, put it in quotation marks: "anin:walk"'],
    [
      'sound:scream.wav',
      'Unknown filter “sound”. To search for the text, put it in quotation marks: "sound:scream.wav"',
    ],
    ['faces>many', 'faces needs a number: write faces>2000'],
    ['size>1tb', 'size needs a number: write size>1mb'],
    ['anim>3', 'anim does not take a number: write anim:walk'],
    ['kind:modle', 'kind must be one of model, texture, sprite, archive, other'],
    ['verdict:bad', 'verdict must be one of error, warning, sound, refused, flawed, unknown'],
  ])('says that %s means nothing, and where it stands', (text, sentence) => {
    const { terms, problems } = parseQuery(`arm ${text} walk`);
    expect(problems).toEqual([{ start: 4, end: 4 + text.length, text: sentence }]);
    expect(terms).toHaveLength(2);
  });

  it('takes no word for a key that an object has by itself', () => {
    for (const text of ['constructor:x', 'valueof:x', 'tostring:x']) {
      expect(parseQuery(text).terms).toEqual([]);
      expect(parseQuery(text).problems).toHaveLength(1);
    }
    expect(ask('constructor')).toBe(false);
  });
});

describe('the parts of a text', () => {
  it('stand where they were written', () => {
    const text = ' arm  -anim:"a b" faces>=2 -x ';
    expect(tokensOf(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      'arm',
      '-anim:"a b"',
      'faces>=2',
      '-x',
    ]);
    expect(tokensOf(text)[1]).toMatchObject({
      negated: true,
      key: 'anim',
      operator: ':',
      text: 'a b',
      quoted: true,
    });
    expect(tokensOf('-')).toMatchObject([{ negated: false, text: '-' }]);
    expect(tokensOf('a-b')).toMatchObject([{ negated: false, text: 'a-b' }]);
    expect(tokensOf('"open')).toMatchObject([{ text: 'open', quoted: true }]);
  });

  it('are found in any text, in order and without overlap', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        let end = 0;
        for (const token of tokensOf(text)) {
          expect(token.start).toBeGreaterThanOrEqual(end);
          expect(token.end).toBeGreaterThan(token.start);
          end = token.end;
        }
        expect(end).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});

const pieces = fc.constantFrom(
  ...'anim:|node|faces>|size<=|-|"|walk|*|1mb|v6| |has:lods|verdict:|code:|−5|\u202e|\0|skin:missing|kind:'.split(
    '|',
  ),
  ' ',
);
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(pieces).map((parts) => parts.join('')),
);

describe('any text', () => {
  it('is a search', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const facts of [GUARD, OLD, null]) expect([true, false, null]).toContain(ask(text, facts));
      }),
    );
  });

  it('means the opposite with a minus before it', () => {
    const words = fc.stringMatching(/^[a-z*_]{1,8}$/);
    const terms = fc.oneof(
      words,
      words.map((word) => `anim:${word}`),
      words.map((word) => `"${word}"`),
      fc.nat(3000).map((n) => `faces>=${n}`),
      fc.constantFrom('has:lods', 'verdict:error', 'code:uv_*', 'ext:abc', 'game:nolf', 'size>1kb'),
    );
    fc.assert(
      fc.property(terms, fc.constantFrom(GUARD, OLD, null), (text, facts) => {
        const answer = ask(text, facts);
        expect(ask(`-${text}`, facts)).toBe(answer === null ? null : !answer);
      }),
    );
  });

  it('fits a pattern as a regular expression does', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ab*]{1,6}$/), fc.stringMatching(/^[ab]{0,8}$/), (pattern, name) => {
        const text = pattern.includes('*') ? pattern : `*${pattern}*`;
        const expected = new RegExp(`^${text.replaceAll('*', '.*')}$`).test(name);
        const facts = { ...NOTHING, names: { ...NOTHING.names, nodes: [name] } };
        expect(ask(`node:${pattern}`, facts)).toBe(expected);
      }),
    );
  });
});

/** Asks an index about the file of an id. */
const knowledge = (index: NameIndex, id: number): Knowledge<QueryFile> => ({
  pathFits: ({ path }, pattern) => fits(pattern, path),
  hasName: (_file, _facts, list, pattern) => index.has(id, list, pattern),
  isSkinMissing: () => null,
});

describe('the index of names', () => {
  it('answers as a look at every name does', () => {
    const name = fc.constantFrom('Walk', 'walk_2', 'Run', 'arm', '', 'Ärm', 'WALK');
    const names = fc.record({
      nodes: fc.array(name),
      animations: fc.array(name),
      sockets: fc.array(name),
      pieces: fc.array(name),
      weightSets: fc.array(name),
      children: fc.array(name),
      frames: fc.array(name),
      textures: fc.array(name),
    });
    const asked = fc.constantFrom('walk', 'anim:walk', 'node=walk', 'frame:*m', 'set:r', 'texture:a', 'ä');
    fc.assert(
      fc.property(fc.array(names, { minLength: 1 }), asked, (files, text) => {
        const index = new NameIndex();
        const query = parseQuery(text);
        files.forEach((list, id) => {
          index.add(id, { ...NOTHING, names: list });
          // The pattern was looked for before the names came.
          matches(query, file('x'), { ...NOTHING, names: list }, knowledge(index, id));
        });
        files.forEach((list, id) => {
          const facts = { ...NOTHING, names: list };
          expect(matches(query, file('x'), facts, knowledge(index, id))).toBe(
            matches(query, file('x'), facts),
          );
        });
      }),
    );
  });

  it('counts in how many files a name stands, in any case', () => {
    const index = new NameIndex();
    for (const [id, animations] of [['Walk', 'Run', 'WALK'], ['Walk'], ['walk']].entries()) {
      index.add(id, { ...NOTHING, names: { ...NOTHING.names, animations } });
    }
    expect(index.uses('animations', 'wa', 10)).toEqual([{ name: 'Walk', files: 3 }]);
    expect(index.uses('animations', '', 10)).toEqual([
      { name: 'Walk', files: 3 },
      { name: 'Run', files: 1 },
    ]);
    index.remove(0);
    expect(index.uses('animations', '', 10)).toEqual([{ name: 'Walk', files: 2 }]);
    expect(index.uses('nodes', '', 10)).toEqual([]);
  });
});
