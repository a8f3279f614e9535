/** What is taken to Blender: the samples, and of the corpus every kind of model. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../tools/lib/process.mjs';
import type { AlphaMode } from '../../web/to-glb/input.ts';

export interface Case {
  readonly path: string;
  /** What it is called here, when another case has its name. */
  readonly as?: string;
  /** It is converted first: `lta`, `ltb`. */
  readonly convertTo?: string;
  /** Files that lend their animations. */
  readonly sources?: readonly string[];
  /** By slot. */
  readonly skins?: readonly string[];
  /** Of the skins. */
  readonly alpha?: AlphaMode;
  readonly lods?: readonly number[] | 'all';
  readonly scale?: number;
  /** Blender's own export of it is read again. */
  readonly roundTrip?: boolean;
  /** And once more with a vertex, a key and a name that were changed in Blender. */
  readonly edit?: boolean;
}

const sample = (name: string) => join(root, 'public/samples', name);
const corpus = process.env.LITHOSCOPE_CORPUS ?? join(root, '../shared/corpus');
const nolf = (name: string) => join(corpus, 'nolf', name);
const kiss = (name: string) => join(corpus, 'kiss', name);
const jupiter = (name: string) => join(corpus, 'jupiter/models', name);
const made = (name: string) => join(corpus, 'made', name);

const ALL: readonly Case[] = [
  {
    path: sample('clockwork.abc'),
    sources: [sample('clockwork_base.abc')],
    skins: [sample('clockwork.dtx'), sample('clockwork_head.dtx')],
    roundTrip: true,
    edit: true,
  },
  { path: sample('clockwork_base.abc'), scale: 0.02 },
  { path: sample('jellyfish.abc'), skins: [sample('jellyfish.dtx')], roundTrip: true, edit: true },
  {
    path: nolf('models/INTHERO_CASUAL.abc'),
    sources: [nolf('models/FEMBASE.ABC')],
    skins: [nolf('skins/INTHERO_CASUAL.DTX'), nolf('skins/INTHERO_CASUAL_HEAD.DTX')],
    roundTrip: true,
    edit: true,
  },
  { path: sample('clockwork.abc'), as: 'clockwork.ltb', convertTo: 'ltb' },
  { path: sample('clockwork.abc'), as: 'clockwork.lta', convertTo: 'lta' },
  { path: nolf('models/INTHERO_ACTION.ABC') },
  { path: nolf('models/FEMBASE.ABC'), roundTrip: true, edit: true },
  {
    path: nolf('models/COSMONAUT_STYLE2_MULTI.ABC'),
    sources: [nolf('models/FEMBASE.ABC')],
    lods: 'all',
    roundTrip: true,
  },
  { path: join(corpus, 'other/1x1_square.ABC') },
  // More than four weights a vertex, and weights that do not agree, are only in the lower levels of this one.
  { path: nolf('models/INTHERO_CASUAL.abc'), as: 'INTHERO_CASUAL levels', lods: 'all' },
  { path: kiss('models/STRUTTER.ABC'), skins: [kiss('skins/STRUTTER.DTX')], alpha: 'BLEND' },
  { path: kiss('models/FORTUNADO.ABC'), skins: [kiss('skins/FORTUNADO.DTX')], roundTrip: true, edit: true },
  { path: kiss('models/FLAG.ABC'), skins: [kiss('skins/FLAG.DTX')], alpha: 'MASK' },
  { path: kiss('models/BATWING.ABC') },
  { path: kiss('models/SANJURO.ABC'), lods: [0, 100, 304] },
  { path: kiss('models/PROPELLER.ABC') },
  { path: kiss('models/TESTBOX.ABC') },
  { path: kiss('models/STRUT_SPIKE1.ABC') },
  { path: jupiter('JohnnyTorrello_Basis.ltb') },
  { path: jupiter('HARMGuard.ltb'), lods: 'all' },
  // Its vertices move one by one, and the root does not rest where they are bound.
  { path: jupiter('tileselected.ltb') },
  { path: jupiter('tileselected.lta') },
  { path: jupiter('GenPigeon.ltb') },
  { path: jupiter('GenPigeon.ltc') },
  { path: made('arm_v6.abc') },
  { path: made('flag_vertanim_v6.abc') },
  { path: made('derived_arm_smooth_premult_v12.abc') },
  { path: made('v12_parent.abc'), sources: [made('v12_child.abc')] },
];

/** Those whose files are here: without a corpus only the samples. */
export const cases: readonly Case[] = ALL.filter(({ path }) => existsSync(path));
