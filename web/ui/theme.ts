/** Dark and light: the system's choice until the user makes one; colours of the stylesheet for canvases. */
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import * as v from 'valibot';
import { keptSignal, orNull } from '../store/kept.ts';
import { effect, listen } from './scope.ts';

export type Theme = 'dark' | 'light';

const preference = window.matchMedia('(prefers-color-scheme: light)');

const systemTheme: Signal<Theme> = signal(preference.matches ? 'light' : 'dark');
const chosenTheme: Signal<Theme | null> = keptSignal('theme', orNull(v.picklist(['dark', 'light'])));

/** The current theme. Canvases that use `cssColor` read it, to repaint when it changes. */
export const theme: ReadonlySignal<Theme> = computed(() => chosenTheme.value ?? systemTheme.value);

/** Cache of `cssColor` for the current theme: style lookups are slow, and painters need many. */
const colours = new Map<string, string>();

/** Applies the theme, and follows the system's. */
export function mountTheme(): void {
  listen(preference, 'change', () => {
    systemTheme.value = preference.matches ? 'light' : 'dark';
  });
  effect(() => {
    document.documentElement.dataset.theme = theme.value;
    colours.clear();
    if (chosenTheme.value) frameIn(cssColor('--panel'));
  });
}

/** The window of the installed page, or the browser's bars: index.html has the colours of the system's theme. */
function frameIn(colour: string): void {
  for (const meta of document.getElementsByName('theme-color')) meta.setAttribute('content', colour);
}

/** Switches to the other theme and stores the choice. */
export function toggleTheme(): void {
  chosenTheme.value = theme.value === 'dark' ? 'light' : 'dark';
}

let probe: HTMLElement | null = null;

/**
 * A colour token of styles/tokens.css as `rgb(…)`, for canvases and WebGL. Tokens are written with
 * light-dark(), which only a real colour property resolves.
 * @param token the custom property's name, such as `--hue-pieces`
 */
export function cssColor(token: string): string {
  let colour = colours.get(token);
  if (colour === undefined) {
    colour = resolved(token);
    colours.set(token, colour);
  }
  return colour;
}

function resolved(token: string): string {
  if (!probe) {
    probe = document.createElement('span');
    probe.hidden = true;
    document.body.append(probe);
  }
  probe.style.color = `var(${token})`;
  return getComputedStyle(probe).color;
}
