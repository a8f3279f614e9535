/** What is on the screen → a link. */
import type { OpenFile } from '../state.ts';
import { clipWord } from '../structure/clips.ts';
import type { Link } from './link.ts';

/** Parts of the address that are for others, or for a later version of this page. */
export const kept: { others: readonly string[] } = { others: [] };

/** What a link to the view of a file says. Reads the signals, but not the time while it runs. */
export function linkOf(file: OpenFile): Link {
  const { source, playback, lod, camera } = file;
  const anim = clipWord(file, playback.clip.value);
  const seen = camera.value;
  const timeMs = playback.playing.value ? playback.timeMs.peek() : playback.timeMs.value;
  return {
    ...(source.url && { model: relativeAddress(source.url) }),
    ...(anim && { anim, timeMs }),
    ...(lod.value > 0 && { lod: lod.value }),
    ...selectionOf(file),
    ...(seen && { camera: [...seen.position, ...seen.target] }),
    others: kept.others,
  };
}

/** What a link to the selected bytes of a file says. */
export function bytesLinkOf(file: OpenFile): Link {
  const { url } = file.source;
  return { ...(url && { model: relativeAddress(url) }), ...selectionOf(file), others: [] };
}

function selectionOf({ selection }: OpenFile): Pick<Link, 'selection'> {
  const chosen = selection.value;
  return chosen ? { selection: { start: chosen.start, length: chosen.end - chosen.start } } : {};
}

/** Files beside the page by their place there: the link then works wherever the page is copied to. */
function relativeAddress(url: string): string {
  const folder = new URL('.', document.baseURI).href;
  return url.startsWith(folder) ? url.slice(folder.length) : url;
}
