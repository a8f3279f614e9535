/** Sprites in time: which frame is shown when. */
import type { SpriteInfo } from '@lithoscope/dtx';
import type { OpenFile } from './open-file.ts';

/** How long a frame is shown, ms; of a sprite without a rate a second, so that its frames can be stepped through. */
export function frameDuration({ framesPerSecond }: SpriteInfo): number {
  return 1000 / Math.max(1, framesPerSecond);
}

/** Length of all frames, ms; 0 when there is none. */
export function spriteLength(sprite: SpriteInfo): number {
  return sprite.frames.length * frameDuration(sprite);
}

/** Whether its frames follow each other: the engine stays at the first when there is no rate. */
export function spriteMoves({ frames, framesPerSecond }: SpriteInfo): boolean {
  return frames.length > 1 && framesPerSecond > 0;
}

/** What times that went through sums may lack to the start of a frame, parts of a frame. */
const SLACK = 1e-6;

/** The frame that is shown, −1 without frames. Reads the time. */
export function shownFrame({ sprite, playback }: OpenFile): number {
  const info = sprite?.sprite;
  if (!info) return -1;
  const frame = Math.floor(playback.timeMs.value / frameDuration(info) + SLACK);
  return Math.min(Math.max(frame, 0), info.frames.length - 1);
}

/** Shows a frame from its start. */
export function showFrame({ sprite, playback }: OpenFile, frame: number): void {
  if (sprite?.sprite) playback.timeMs.value = frame * frameDuration(sprite.sprite);
}
