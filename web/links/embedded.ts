/** Links as elements of other pages: attributes of `<lithoscope-viewer>` (docs/viewer.md), and code to copy. */

import { VIEW_DEFAULTS } from '../document/view.ts';
import { isBundleName } from '../explain/file-kind.ts';
import { resolveAddress } from '../opening/remote/address.ts';
import { sampleAt, sampleSources } from '../opening/samples.ts';
import { pageAddress } from '../ui/environment.ts';
import type { Camera, Supplied } from './codecs.ts';
import { formatLink } from './format.ts';
import type { Link } from './link.ts';
import { anglesOf, formatOrbit, formatTarget } from './orbit.ts';

/** Attributes by name; '' is an attribute without a value. */
export type ViewerAttributes = Readonly<Record<string, string>>;

/** Files packed in a link, by addresses that are valid until the page unloads. */
export interface LinkedFiles {
  readonly model?: string | undefined;
  readonly bases: readonly string[];
  /** Values of the attribute `skin`. */
  readonly skins: readonly string[];
}

const NO_FILES: LinkedFiles = { bases: [], skins: [] };

/** Background colours that are the same in both themes (styles/tokens.css). */
const BACKGROUNDS: Readonly<Record<string, string>> = { dark: '#17191d', light: '#eef0f3' };

/** Attributes that show the view of a link. Rejects with a sentence if the element cannot show the file. */
export async function viewerAttributes(link: Link, files = NO_FILES): Promise<ViewerAttributes> {
  const { model, anim, timeMs, playing, camera, lod, view } = link;
  if (link.entry !== undefined) throw new Error('This link refers to a file in an archive.');
  if (model !== undefined && isBundleName(model)) {
    throw new Error('This link refers to a bundle.');
  }
  if (files.model === undefined && model === undefined) {
    throw new Error('This link refers to a local file.');
  }
  const address = files.model ?? resolved(model ?? '');
  const sample = model === undefined ? null : await sampleAt(new URL(address));
  const along = sample && sampleSources(sample);
  const bases = [
    ...(link.bases ?? []).filter(isOfModel).map(({ url }) => resolved(url)),
    ...files.bases,
    ...addressesOf(along?.bases),
  ];
  const skins = [
    ...(link.textures ?? []).filter(isOfModel).map(skinWord),
    ...files.skins,
    ...addressesOf(along?.textures),
  ];
  const background =
    view?.background === 'color'
      ? (view.backgroundColor ?? VIEW_DEFAULTS.backgroundColor)
      : BACKGROUNDS[view?.background ?? ''];
  return {
    src: address,
    ...(bases.length > 0 && { base: bases.join(' ') }),
    ...(skins.length > 0 && { skin: skins.join(' ') }),
    ...(anim !== undefined && { anim }),
    ...(timeMs !== undefined && timeMs > 0 && !playing && { time: String(timeMs / 1000) }),
    ...(playing && { autoplay: '' }),
    ...(camera && cameraAttributes(camera)),
    ...(lod !== undefined && { lod: String(lod) }),
    ...(background && { background }),
    controls: '',
  };
}

/** @throws Error with a sentence for the user */
function resolved(address: string): string {
  const result = resolveAddress(address);
  if ('problem' in result) throw new Error(result.problem);
  return result.url.href;
}

/** The element shows no models at sockets. */
const isOfModel = ({ socket }: Supplied) => socket === undefined;

const skinWord = ({ place, url }: Supplied) =>
  `${place === undefined ? '' : `${place}:`}${url === '' ? '' : resolved(url)}`;

const addressesOf = (sources: readonly { readonly url?: string }[] = []) =>
  sources.flatMap(({ url }) => url ?? []);

function cameraAttributes([x, y, z, a, b, c]: Camera): ViewerAttributes {
  const direction = { x: x - a, y: y - b, z: z - c };
  const radius = Math.hypot(direction.x, direction.y, direction.z);
  if (!(radius > 0)) return {};
  return {
    'camera-orbit': formatOrbit({ ...anglesOf(direction), radius }),
    'camera-target': formatTarget([a, b, c]),
  };
}

/** Address of the page with a link, for a frame. */
function frameAddress(link: Link): string {
  return `${new URL('./?embed', pageAddress()).href}#${formatLink(link)}`;
}

/** An `<iframe>` of the page. */
export function frameCode(link: Link, title: string): string {
  return `<iframe src="${escaped(frameAddress(link))}" title="${escaped(title)}" width="480" height="480" loading="lazy"></iframe>`;
}

/** The element, with the script that defines it. */
export function elementCode(attributes: ViewerAttributes, title: string): string {
  const script = new URL('./embed/lithoscope-viewer.js', pageAddress()).href;
  const written = Object.entries({ ...attributes, alt: title }).map(([name, value]) =>
    value === '' ? name : `${name}="${escaped(value)}"`,
  );
  return `<script type="module" src="${escaped(script)}"></script>\n<lithoscope-viewer\n  ${written.join('\n  ')}\n></lithoscope-viewer>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };

function escaped(text: string): string {
  return text.replace(/[&"<>]/g, (character) => ENTITIES[character] ?? '');
}
