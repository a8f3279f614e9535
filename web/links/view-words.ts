/** The options of the view in a link: `view=skeleton,-grid,shading:flat,fov:45`; only what is not as at first. Pure. */
import type { Background, Coloring, Shading, ViewSwitch } from '../store/state.ts';
import type { Codec } from './codecs.ts';

/** Every option of the view that is not as it is at first. */
export type ViewSettings = { readonly [Switch in ViewSwitch]?: boolean } & {
  readonly shading?: Shading;
  readonly coloring?: Coloring;
  readonly background?: Background;
  readonly fieldOfView?: number;
};

/** As state.ts sets them. */
export const INITIAL_VIEW: Required<ViewSettings> = {
  skeleton: false,
  wireframe: false,
  grid: true,
  shading: 'textured',
  coloring: 'none',
  xray: false,
  background: 'theme',
  fieldOfView: 32,
  orthographic: false,
  turntable: false,
  lightFollows: true,
  inPlace: false,
  stats: false,
  sockets: false,
  vertexNormals: false,
  faceNormals: false,
  bindSkeleton: false,
  dims: false,
  meshBox: false,
  keyBounds: false,
};

const CHOICES = {
  shading: ['textured', 'shaded', 'flat', 'wire'] satisfies Shading[],
  coloring: ['none', 'weights', 'influences', 'winding'] satisfies Coloring[],
  background: ['theme', 'dark', 'light', 'checker'] satisfies Background[],
} as const;

/** Degrees that the display options offer. */
const NARROWEST = 10;
const WIDEST = 90;

export const viewWords: Codec<ViewSettings> = {
  read([text = '']) {
    const settings: Record<string, unknown> = {};
    for (const word of text.split(',')) {
      const [option, value] = readWord(word);
      if (value !== undefined && value !== initial(option)) settings[option] = value;
    }
    return Object.keys(settings).length > 0 ? settings : undefined;
  },
  write: (settings) => [Object.entries(settings).map(writeWord).join(',')],
  plain: true,
};

function readWord(word: string): [option: string, value?: unknown] {
  const at = word.indexOf(':');
  if (at < 0) {
    const option = word.replace(/^-/, '');
    return [option, typeof initial(option) === 'boolean' ? option === word : undefined];
  }
  const option = word.slice(0, at);
  const value = word.slice(at + 1);
  if (option === 'fov') return ['fieldOfView', degrees(value)];
  const choices: readonly string[] = Object.hasOwn(CHOICES, option)
    ? CHOICES[option as keyof typeof CHOICES]
    : [];
  return [option, choices.find((choice) => choice === value)];
}

function writeWord([option, value]: [string, unknown]): string {
  if (typeof value === 'boolean') return value ? option : `-${option}`;
  return `${option === 'fieldOfView' ? 'fov' : option}:${value}`;
}

function degrees(text: string): number | undefined {
  const value = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return value >= NARROWEST && value <= WIDEST ? value : undefined;
}

function initial(option: string): unknown {
  return Object.hasOwn(INITIAL_VIEW, option) ? INITIAL_VIEW[option as keyof ViewSettings] : undefined;
}
