/** Form of a conversion of a texture: one row for each choice. */
import type { TextureVersion } from '@lithoscope/editing';
import type { ReadonlySignal, Signal } from '@preact/signals-core';
import { identityOf } from '../../explain/describe.ts';
import { formatInWords } from '../../pictures/dtx.ts';
import { el } from '../../ui/dom.ts';
import { checkbox, formRow, hint, memberOf, partOf, segments, shownWhile } from '../../ui/form.ts';
import { select, whole } from '../../ui/inputs.ts';
import { effect } from '../../ui/scope.ts';
import { type ConvertChoice, chosenTextureFlags } from './choice.ts';

export interface FormState {
  readonly choice: Signal<ConvertChoice>;
  readonly versions: readonly TextureVersion[];
  /** Textures whose headers can be taken: ids and names. */
  readonly models: ReadonlySignal<readonly (readonly [id: number, name: string])[]>;
  /** Id of the texture whose header was taken; 0: of none. */
  readonly like: Signal<number>;
  readonly mostMips: number;
  readonly hasAlpha: boolean;
  /** Whether it may also become a PNG or TGA, which is saved and no more. */
  readonly mayBeImage: boolean;
}

const MOST_GROUP = 255;
const MOST_NUMBER = 0x7fffffff;
const MOST_ALPHA = 255;

export function convertForm(state: FormState): HTMLElement {
  const { choice } = state;
  const onlyDtx = (row: HTMLElement) => shownWhile(() => choice.value.to === 'dtx', row);
  return el(
    'div',
    { class: 'convert-form' },
    ...(state.mayBeImage ? [kindRow(state)] : []),
    shownWhile(() => choice.value.to === 'dtx' && state.models.value.length > 0, likeRow(state)),
    onlyDtx(versionRow(state)),
    onlyDtx(mipsRow(state)),
    onlyDtx(flagsRow(state)),
    onlyDtx(numbersRow(state)),
    shownWhile(() => choice.value.to === 'dtx' && versionNow(state)?.hasCommand !== false, commandRow(state)),
  );
}

const versionNow = ({ choice, versions }: FormState) =>
  versions.find(({ version }) => version === choice.value.version);

function kindRow({ choice }: FormState): HTMLElement {
  return formRow(
    'Save as',
    segments(partOf(choice, 'to'), [
      { value: 'dtx', label: () => 'DTX', title: 'A texture for the games' },
      { value: 'png', label: () => 'PNG', title: 'An image, with alpha where there is any' },
      { value: 'tga', label: () => 'TGA', title: 'An image of 32 bits, for the tools of the games' },
    ]),
  );
}

function likeRow({ like, models }: FormState): HTMLElement {
  const values = () => [[0, 'A new texture'] as const, ...models.value];
  return formRow(
    'Header of',
    select(like, values, undefined, 'Texture whose header is taken'),
    hint('Version, format, mips, flags, surface, group and commands are those of that texture.'),
  );
}

function versionRow(state: FormState): HTMLElement {
  const { choice, versions, hasAlpha } = state;
  const version = {
    get value() {
      return choice.value.version;
    },
    set value(next) {
      choice.value = { ...choice.peek(), version: next, format: '' };
    },
    peek: () => choice.peek().version,
  };
  const words = (of: number) => {
    const { games } = identityOf({ format: 'dtx', version: of, token: '' });
    return `${of}${games ? `: ${games}` : ''}`.replace('-', '−');
  };
  const byAlpha = `By alpha: ${hasAlpha ? 'DXT5' : 'DXT1'}`;
  const formats = () => {
    const known = versionNow(state)?.formats ?? [];
    if (known.length === 1) return known.map((one) => ['' as const, formatInWords(one)] as const);
    return [['' as const, byAlpha] as const, ...known.map((one) => [one, formatInWords(one)] as const)];
  };
  const isDxt1 = () => choice.value.format === 'DXT1';
  return formRow(
    'Format',
    select(
      version,
      () => versions.map((one) => [one.version, words(one.version)] as const),
      undefined,
      'Version',
    ),
    select(partOf(choice, 'format'), formats, undefined, 'Pixels'),
    shownWhile(
      isDxt1,
      el(
        'div',
        { class: 'dialog-line' },
        checkbox('Holes where alpha is below', partOf(choice, 'hasHoles'), { class: 'dialog-check' }),
        whole(partOf(choice, 'holesBelow'), 1, MOST_ALPHA, 'Alpha below which there is a hole'),
      ),
    ),
    hint('DXT1 has no alpha but holes.', () => isDxt1() && hasAlpha),
  );
}

function mipsRow({ choice, mostMips }: FormState): HTMLElement {
  return formRow(
    'Mips',
    el(
      'div',
      { class: 'dialog-line' },
      whole(partOf(choice, 'mips'), 1, mostMips, 'Mips'),
      el('span', { class: 'dialog-hint' }, 'with the image itself; each is half the size of the one before'),
    ),
  );
}

function flagsRow({ choice, versions }: FormState): HTMLElement {
  const flags = partOf(choice, 'flags');
  const all = new Map(
    versions.flatMap(({ version }) => chosenTextureFlags(version)).map((flag) => [flag.bit, flag.word]),
  );
  const isShown = (bit: number) => chosenTextureFlags(choice.value.version).some((flag) => flag.bit === bit);
  return formRow(
    'Flags',
    el(
      'div',
      { class: 'convert-flags' },
      ...[...all].map(([bit, word]) =>
        shownWhile(
          () => isShown(bit),
          checkbox(upper(word), memberOf(flags, bit), { class: 'dialog-check' }),
        ),
      ),
    ),
  );
}

const upper = (word: string) => word.replace(/^./, (letter) => letter.toUpperCase());

function numbersRow({ choice }: FormState): HTMLElement {
  return formRow(
    'Game',
    el(
      'div',
      { class: 'convert-pair' },
      el('label', {}, 'Surface type', whole(partOf(choice, 'surface'), 0, MOST_NUMBER)),
      el('label', {}, 'Texture group', whole(partOf(choice, 'group'), 0, MOST_GROUP)),
    ),
  );
}

function commandRow({ choice }: FormState): HTMLElement {
  const command = partOf(choice, 'command');
  const input = el('input', {
    type: 'text',
    class: 'convert-command',
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-label': 'Command string',
  });
  input.addEventListener('input', () => {
    command.value = input.value;
  });
  effect(() => {
    if (input.value !== command.value) input.value = command.value;
  });
  return formRow('Commands', input, hint('For the engine, such as AlphaRef 128; DetailTex DETAIL.DTX'));
}
