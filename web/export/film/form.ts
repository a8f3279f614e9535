/** Form of the film dialog. */

import { signal } from '@preact/signals-core';
import { clipGroups, clipInfo, clipKey, sameClip } from '../../document/animation-clips.ts';
import { BIND_POSE, type Clip, type OpenFile } from '../../document/open-file.ts';
import { canPlay } from '../../document/playback.ts';
import { bindPoseName } from '../../motion/timeline/words.ts';
import { el, visible } from '../../ui/dom.ts';
import { checkbox, choice, group, row } from '../../ui/form.ts';
import { colour as colourField, select, sides, whole } from '../../ui/inputs.ts';
import { effect } from '../../ui/scope.ts';
import { CODEC_NAMES } from './encode.ts';
import {
  type FilmFormat,
  type FilmPlay,
  filmOptions,
  fitSize,
  gifRateWords,
  MAX_LOOPS,
  MAX_SECONDS,
  MAX_SIDE,
  MAX_TURNS,
  MIN_SIDE,
  PRESETS,
  RATES,
  type SizeName,
  secondsOf,
} from './plan.ts';
import { type FilmState, isVideo } from './state.ts';

const FORMATS: readonly (readonly [FilmFormat, string])[] = [
  ['mp4', 'MP4'],
  ['webm', 'WebM'],
  ['gif', 'GIF'],
  ['png', 'PNGs'],
];

const PLAYS: readonly (readonly [FilmPlay, string])[] = [
  ['loop', 'Loop'],
  ['once', 'Once'],
  ['pingpong', 'Back and forth'],
];

/** Animations offered; a file may claim any number. */
const MAX_LISTED = 1000;

/** Groups of controls. Their effects belong to the current scope. */
export function filmForm(state: FilmState): HTMLElement[] {
  return [showsGroup(state), formatGroup(state), pictureGroup(state)];
}

function showsGroup(state: FilmState): HTMLElement {
  const { loops, seconds, turns } = filmOptions;
  const playing = choice('Repeat', state.play, PLAYS);
  effect(() => {
    playing.hidden = !state.plays;
  });
  return group(
    'Content',
    row('Animation', subjectField(state)),
    playing,
    row('Loops', whole(loops, 1, MAX_LOOPS), () => state.plays && state.play.value !== 'once'),
    row('Seconds', whole(seconds, 1, MAX_SECONDS), () => !state.plays),
    checkbox('Turntable (rotate camera)', state.turntable),
    row('Turns', whole(turns, 1, MAX_TURNS), () => state.turntable.value),
  );
}

/** Selects the animation, also of child models; the first option is the still pose. */
function subjectField({ file, subject }: FilmState): HTMLElement {
  const clips: Clip[] = clipGroups(file).flatMap(({ child, file: { info } }) =>
    info.animations.flatMap(({ complete }, animation) => (complete ? [{ child, animation }] : [])),
  );
  const listed = clips.slice(0, MAX_LISTED);
  const chosen = subject.peek();
  const isListed = (wanted: Clip) => listed.some((clip) => sameClip(clip, wanted));
  if (chosen && chosen.animation >= 0 && !isListed(chosen)) listed.unshift(chosen);
  // Layers and models at sockets move even over a still pose.
  if (chosen?.animation === BIND_POSE.animation || canPlay(file)) listed.unshift(BIND_POSE);
  const key = signal(chosen ? clipKey(chosen) : STILL);
  effect(() => {
    subject.value = listed.find((clip) => clipKey(clip) === key.value) ?? null;
  });
  return select(key, () => [
    [STILL, 'None (current pose)'],
    ...listed.map((clip) => [clipKey(clip), wordsFor(file, clip)] as const),
  ]);
}

/** Key of the still pose; differs from all clip keys. */
const STILL = 'still';

function wordsFor(file: OpenFile, clip: Clip): string {
  const info = clipInfo(file, clip);
  if (!info) return bindPoseName(file.info);
  return `${visible(info.name, 60) || '(no name)'} · ${secondsOf(info.length)}`;
}

/** Formats that the browser can encode, with a description. */
function formatGroup(state: FilmState): HTMLElement {
  const { format } = filmOptions;
  const field = choice('Format', format, FORMATS);
  for (const input of field.querySelectorAll('input')) {
    const value = input.value as FilmFormat;
    if (!isVideo(value)) continue;
    effect(() => {
      input.parentElement?.toggleAttribute('hidden', state.codecs[value].value === null);
    });
  }
  const note = el('p', { class: 'studio-note' });
  field.append(note);
  effect(() => {
    note.textContent = formatWords(state, format.value);
  });
  return field;
}

function formatWords({ codecs }: FilmState, format: FilmFormat): string {
  if (format === 'gif') return 'Plays anywhere; 255 colours per frame.';
  if (format === 'png') return 'A zip with one lossless image per frame.';
  const codec = codecs[format].value;
  if (codec === undefined) return 'Checking what the browser can encode…';
  const missing = [codecs.mp4.value === null ? 'MP4' : '', codecs.webm.value === null ? 'WebM' : ''];
  const refused = missing.filter(Boolean).join(' or ');
  const words = codec ? `Video in ${CODEC_NAMES[codec]}. ` : '';
  return refused ? `${words}This browser cannot encode ${refused} at this size.` : words;
}

function pictureGroup(state: FilmState): HTMLElement {
  const { format, rate, size, quality, palette, ground, colour, camera, overlays } = filmOptions;
  const isFilm = () => isVideo(format.value);
  const isGif = () => format.value === 'gif';
  const rateNote = el('p', { class: 'studio-note' });
  effect(() => {
    rateNote.textContent = isGif() ? gifRateWords(rate.value) : '';
    rateNote.hidden = rateNote.textContent === '';
  });
  return group(
    'Image',
    row(
      'Frame rate',
      select(rate, () => RATES.map((value) => [value, `${value} per second`] as const)),
    ),
    rateNote,
    row(
      'Size',
      select(size, () => sizes(state)),
    ),
    row(
      'Pixels',
      sides(filmOptions.width, filmOptions.height, { min: MIN_SIDE, max: MAX_SIDE }),
      () => size.value === 'own',
    ),
    row(
      'Quality',
      select(quality, () => [
        ['low', 'Low'],
        ['medium', 'Medium'],
        ['high', 'High'],
      ]),
      isFilm,
    ),
    row(
      'Colours',
      select(palette, () => [
        ['frame', 'One palette per frame (finer)'],
        ['film', 'Shared palette (smaller, steadier)'],
      ]),
      isGif,
    ),
    row(
      'Background',
      select(
        ground,
        () => [
          ['view', 'Same as the view'],
          ...(isFilm() ? [] : [['transparent', 'Transparent'] as const]),
          ['dark', 'Dark'],
          ['light', 'Light'],
          ['colour', 'Colour'],
        ],
        () => (isFilm() && ground.value === 'transparent' ? 'view' : ground.value),
      ),
    ),
    row('Colour', colourField(colour), () => ground.value === 'colour'),
    row(
      'Camera',
      select(camera, () => [
        ['view', 'Same as the view'],
        ['frame', 'Frame whole animation'],
      ]),
    ),
    checkbox('Include overlays', overlays),
  );
}

/** Reads signals. */
function sizes({ viewSize }: FilmState): readonly (readonly [SizeName, string])[] {
  const [width, height] = fitSize(viewSize, filmOptions.format.value);
  return [
    ...PRESETS.map((name) => [name, name.replace('x', ' × ')] as const),
    ['view', `View, ${width} × ${height}`],
    ['own', 'Custom'],
  ];
}
