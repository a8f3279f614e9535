/** The chain of a file's sections as a drawing: each with its offset and size, and the arrow that NextSectionOffset is. */
import { familyOf, structAnchor } from '../../web/explain/format-link.ts';
import { sectionHue } from '../../web/explain/sections.ts';
import type { SampleFile } from './sample-fields.ts';
import { escapeHtml } from './text.ts';

/** Pixels of the drawing. */
const BOX = { width: 108, height: 62, gap: 18, head: 22 };
const ARROW_HEIGHT = 26;

/** What stands where a comment `<!-- chain of FILE -->` does; '' for another comment. */
export function sectionChain(files: readonly SampleFile[], comment: string): string {
  const [, name] = /^<!-- chain of (\S+) -->/.exec(comment) ?? [];
  const file = files.find(({ address }) => address === `samples/${name}`)?.parsed;
  const family = file && familyOf(file.info);
  if (!file || !family) return '';
  const sections = file.children('');
  const step = BOX.width + BOX.gap;
  const boxes = sections.map((section, i) => {
    const x = i * step + 1;
    const y = ARROW_HEIGHT;
    const hue = sectionHue(section.type).replace(/^--/, '');
    const middle = x + BOX.width / 2;
    const from = x + BOX.width - 14;
    const to = x + step + 14;
    const arrow =
      i < sections.length - 1
        ? `<path class="arrow" d="M${from} ${y}C${from} 4 ${to} 4 ${to} ${y - 2}m-4 -7l4 7l5 -6" />`
        : '';
    return `<a href="#${escapeHtml(structAnchor(family, section.type, true))}" class="${hue}">
<rect class="box" x="${x}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="4" />
<path class="head" d="M${x} ${y + BOX.head}h${BOX.width}" />
<text class="name" x="${middle}" y="${y + 16}">${escapeHtml(section.name)}</text>
<text x="${middle}" y="${y + 39}">0x${section.start.toString(16).toUpperCase()}</text>
<text x="${middle}" y="${y + 54}">${(section.end - section.start).toLocaleString('en-US')} bytes</text>
</a>${arrow}`;
  });
  const width = sections.length * step - BOX.gap + 2;
  const height = ARROW_HEIGHT + BOX.height + 2;
  return `<figure><div class="wide"><svg class="chain" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="group" aria-label="The chain of sections of ${escapeHtml(name ?? '')}">
${boxes.join('\n')}
</svg></div><figcaption>${escapeHtml(name ?? '')}: each section has the offset of the next one.</figcaption></figure>`;
}
