/** The timeline: the transport under the picture. */

import { animationSourceNote } from '../animation-sources.ts';
import { runClock } from './clock.ts';
import { watchKeys } from './follow.ts';
import { mountTransport } from './transport.ts';
import './timeline.css';

/** Builds the transport in `host` and starts its clock, which runs only while something plays. */
export function mountTimeline(host: HTMLElement): void {
  host.classList.add('timeline');
  host.append(animationSourceNote());
  mountTransport(host);
  runClock();
  watchKeys();
}
