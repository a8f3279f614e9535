/** The view of an open file ⇄ the fields of a link: how each field is read from the page and applied to it. */

import { batch, type ReadonlySignal, type Signal } from '@preact/signals-core';
import { animationSourcesOf, childFile, clipInfo, clipWord, findClip } from '../document/animation-clips.ts';
import { addBookmarks, bookmarksOf, linkedBookmarks } from '../document/bookmarks.ts';
import { rangeBetween } from '../document/caret.ts';
import { replaceLayers } from '../document/layers.ts';
import { BIND_POSE, type Clip, MAX_TRAILS, type OpenFile } from '../document/open-file.ts';
import { canPlay, chooseClip, SPEEDS, seek, setMode } from '../document/playback.ts';
import { select } from '../document/selection.ts';
import { isSameTrail } from '../document/trails.ts';
import { settingApplies, VIEW_DEFAULTS, view } from '../document/view.ts';
import { animationWord, findAnimation } from '../explain/animations.ts';
import { setAlpha, slotStates } from '../opening/textures/slots.ts';
import { notice, notify } from '../store/notices.ts';
import { visible } from '../ui/dom.ts';
import { isCalm } from '../ui/environment.ts';
import { choosePanel, chosenTabs, panelNamed } from '../ui/layout.ts';
import type { LinkedLayer } from './codecs.ts';
import type { Link, ViewField } from './link.ts';

/** Maximum length of a name in a sentence, characters. */
const MAX_NAME = 100;

const VIEW_OPTIONS = Object.keys(VIEW_DEFAULTS) as (keyof typeof VIEW_DEFAULTS)[];

/** One field of a link. */
interface Row<T> {
  /** The current value; undefined for the default. Reads signals, except the time while it plays. */
  describe(file: OpenFile): T | undefined;
  /** Applies a value, as far as the file has it; undefined: the default. */
  apply(file: OpenFile, value: T | undefined, link: Link): void;
}

type Rows = { readonly [Field in ViewField]: Row<NonNullable<Link[Field]>> };

/** A field for a signal of a file. @param allowed restricts a value to what the file has */
function setting<T>(
  of: (file: OpenFile) => Signal<T>,
  initial: T,
  allowed: (value: T, file: OpenFile) => T = (value) => value,
): Row<T> {
  return {
    describe: (file) => (of(file).value === initial ? undefined : of(file).value),
    apply(file, value = initial) {
      of(file).value = allowed(value, file);
    },
  };
}

/** Animation and time, in the order in which they are applied. */
const PLAYBACK = {
  anim: {
    describe: (file) => clipName(file) || undefined,
    apply: (file, _, link) => chooseClip(file, clipOf(file, link)),
  },
  child: {
    describe(file) {
      const clip = file.playback.clip.value;
      return clipName(file) !== '' && clipWord(file, clip) === '' ? clip.child : undefined;
    },
    // Applied by `anim`.
    apply: () => undefined,
  },
  timeMs: {
    describe: (file) => (clipName(file) === '' ? undefined : atRest(file, file.playback.timeMs)),
    apply(file, timeMs = 0, { attached: [first] = [] }) {
      seek(file, timeMs);
      if (first) file.playback.attachedMs.value = first.timeMs;
    },
  },
  mode: {
    describe: ({ playback: { mode } }) => (mode.value === 'loop' ? undefined : mode.value),
    apply: (file, mode) => setMode(file, mode ?? 'loop'),
  },
  speed: setting(
    ({ playback }) => playback.speed,
    1,
    (speed) => Math.min(Math.max(speed, Math.min(...SPEEDS)), Math.max(...SPEEDS)),
  ),
  layers: {
    describe: (file) =>
      filled(atRest(file, file.playback.layers).map(({ id: _, clip, ...rest }) => ({ ...clip, ...rest }))),
    apply: setLayers,
  },
  playing: setting(
    ({ playback }) => playback.playing,
    false,
    (playing, file) => playing && canPlay(file) && !isCalm(),
  ),
} satisfies Partial<Rows>;

/** Fields that any link applies; absent fields change nothing. */
const MARKS = {
  bookmarks: {
    describe: (file) => filled(linkedBookmarks(bookmarksOf(file))),
    apply(file, bookmarks) {
      if (bookmarks) addBookmarks(file, bookmarks);
    },
  },
  panels: {
    // What is no model has only one part of the outline.
    describe: ({ model }) => filled(chosenTabs().filter((tab) => model !== null || tab !== 'structure')),
    apply(_, panels = []) {
      for (const word of panels) {
        const panel = panelNamed(word);
        if (panel) choosePanel(panel);
      }
    },
  },
  selection: {
    describe({ selection: { value } }) {
      return value ? { start: value.start, length: value.end - value.start } : undefined;
    },
    apply(file, selection) {
      const { parsed } = file;
      const end = selection ? Math.min(selection.start + selection.length, parsed.size) : 0;
      if (selection && selection.start < end) {
        select(file, rangeBetween(parsed, selection.start, end - 1), 'link');
      }
    },
  },
} satisfies Partial<Rows>;

/** Fields of a link to a view, in the order in which they are applied. */
const VIEW: Omit<Rows, keyof typeof MARKS> = {
  reading: {
    describe({ look: { interpretation } }) {
      return Object.keys(interpretation.value).length > 0 ? interpretation.value : undefined;
    },
    apply({ look }, reading = {}) {
      look.interpretation.value = reading;
    },
  },
  ...PLAYBACK,
  lod: {
    // With levels by distance, the camera determines the level.
    describe: ({ look: { lod, lodByDistance } }) =>
      lodByDistance.value ? undefined : lod.value || undefined,
    apply({ look, info }, lod = 0) {
      look.lod.value = Math.min(lod, Math.max(0, info.lodCount - 1));
    },
  },
  lodByDistance: setting(({ look }) => look.lodByDistance, false),
  hidden: {
    describe: ({ look: { hiddenPieces } }) => ascending(hiddenPieces.value),
    apply({ look, info }, hidden = []) {
      look.hiddenPieces.value = new Set(hidden.filter((piece) => piece < info.pieces.length));
    },
  },
  trails: {
    describe: ({ look: { trails } }) => filled(trails.value),
    apply({ look, info }, wanted = []) {
      look.trails.value = wanted
        .filter(({ node, socket }) =>
          socket === undefined ? node < info.nodes.length : socket < info.sockets.length,
        )
        .filter((own, i, all) => all.findIndex((other) => isSameTrail(own, other)) === i)
        .slice(0, MAX_TRAILS);
    },
  },
  alpha: {
    describe: ({ skins }) => ascending(skins.alpha.value),
    apply(file, wanted = []) {
      const withAlpha = new Set(wanted);
      for (const { slot, alpha } of slotStates(file)) {
        if (alpha !== withAlpha.has(slot)) setAlpha(file, slot, !alpha);
      }
    },
  },
  camera: {
    describe({ look: { camera } }) {
      const seen = camera.value;
      return seen ? [...seen.position, ...seen.target] : undefined;
    },
    apply({ look }, camera) {
      const [x = 0, y = 0, z = 0, a = 0, b = 0, c = 0] = camera ?? [];
      look.camera.value = camera ? { position: [x, y, z], target: [a, b, c] } : null;
    },
  },
  view: {
    describe() {
      const changed = VIEW_OPTIONS.filter(
        (option) => view[option].value !== VIEW_DEFAULTS[option] && isLinked(option),
      );
      return changed.length > 0
        ? Object.fromEntries(changed.map((option) => [option, view[option].value]))
        : undefined;
    },
    apply(_, options = {}) {
      for (const option of VIEW_OPTIONS) {
        // A setting that the link has no use for stays as the user has it. Settings come after what they belong to.
        if (options[option] === undefined && settingApplies(option) === false) continue;
        Object.assign(view[option], { value: options[option] ?? VIEW_DEFAULTS[option] });
      }
    },
  },
};

/** Whether a link has a place for an option. Reads signals. */
const isLinked = (option: keyof typeof view) =>
  settingApplies(option) !== false && !(option === 'background' && view.background.value === 'picture');

type AnyRows = readonly [field: ViewField, row: Row<unknown>][];
const PLAYBACK_ROWS = Object.entries(PLAYBACK) as AnyRows;
const VIEW_ROWS = Object.entries(VIEW) as AnyRows;
const ALL_ROWS = Object.entries({ ...VIEW, ...MARKS }) as AnyRows;

/** A link with any of these is a link to a view: absent fields are reset. */
const ABOUT_VIEW: readonly (keyof Link)[] = [
  'model',
  'data',
  'name',
  ...VIEW_ROWS.map(([field]) => field).filter(
    (field) => !['child', 'mode', 'speed', 'playing'].includes(field),
  ),
];

/** The view fields of a link. Reads signals, except the time while it plays. */
export function describeView(file: OpenFile): Partial<Link> {
  return Object.fromEntries(
    ALL_ROWS.map(([field, row]) => [field, row.describe(file)]).filter(([, value]) => value !== undefined),
  );
}

/** The field for the selected bytes. */
export function describeSelection(file: OpenFile): Pick<Link, 'selection'> {
  const selection = MARKS.selection.describe(file);
  return selection ? { selection } : {};
}

/**
 * Applies a link to a file. A link to a view resets absent fields; a link to bytes keeps them.
 * @param isWhole all files with animations have been loaded, so that a missing animation is reported
 */
export function applyLink(file: OpenFile, link: Link, isWhole = true): void {
  batch(() => {
    MARKS.bookmarks.apply(file, link.bookmarks);
    MARKS.panels.apply(file, link.panels);
    if (!link.keepView && ABOUT_VIEW.some((field) => link[field] !== undefined)) {
      file.playback.playing.value = false;
      for (const [field, row] of VIEW_ROWS) row.apply(file, link[field], link);
      if (isWhole) sayMissing(file, link);
      select(file, null, 'link');
    }
    MARKS.selection.apply(file, link.selection);
  });
}

/** Applies animation and time again, after a child model has been loaded. */
export function applyPlayback(file: OpenFile, link: Link): void {
  file.playback.playing.value = false;
  for (const [field, row] of PLAYBACK_ROWS) row.apply(file, link[field], link);
}

/** Tells the user that the animation of a link is missing; its file may not be open. */
export function sayMissing(file: OpenFile, { anim }: Link): void {
  if (anim === undefined || !file.model || file.playback.clip.peek().animation >= 0) return;
  const said = notice.peek()?.text;
  const isWhole = animationSourcesOf(file).every((source) => source.file !== null);
  const where = isWhole ? file.name : `${file.name}; it may be in a child model that is not open`;
  const sentence = `No animation named “${visible(anim, MAX_NAME)}” in ${where}.`;
  notify(said ? `${said}\n${sentence}` : sentence);
}

/** The name of the clip, in the file that has it. */
function clipName(file: OpenFile): string {
  const clip = file.playback.clip.value;
  const animationSource = childFile(file, clip.child);
  if (!animationSource || clip.animation < 0) return '';
  return animationWord(
    animationSource.info.animations.map(({ name }) => name),
    clip.animation,
  );
}

function clipOf(file: OpenFile, { anim, child }: Link): Clip {
  if (anim === undefined) return BIND_POSE;
  const animationSource = child === undefined ? null : childFile(file, child);
  if (child === undefined || !animationSource) return findClip(file, anim);
  const names = animationSource.info.animations.map(({ name }) => name);
  const animation = findAnimation(names, anim);
  return animation < 0 ? BIND_POSE : { child, animation };
}

function setLayers(file: OpenFile, layers: readonly LinkedLayer[] = []): void {
  const placed = layers.flatMap(({ child, animation, timeMs, ...rest }) => {
    const clip = { child, animation };
    const played = clipInfo(file, clip);
    if (!played?.complete || rest.weightSet >= file.info.weightSets.length) return [];
    return [{ ...rest, clip, timeMs: Math.min(timeMs, played.length) }];
  });
  replaceLayers(file, placed);
}

/** A value that changes with time: read without subscribing while the file plays. */
function atRest<T>({ playback: { playing } }: OpenFile, value: ReadonlySignal<T>): T {
  return playing.value ? value.peek() : value.value;
}

const filled = <T>(list: readonly T[]) => (list.length > 0 ? list : undefined);

const ascending = (numbers: Iterable<number>) => filled([...numbers].sort((a, b) => a - b));
