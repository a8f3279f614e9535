/** What files that are shown by slices are read from: the very bytes that are shown, whatever is on the disk or server by now. */
import type { ParsedFile } from '@lithoscope/core';

export const slicedContent = new WeakMap<ParsedFile, Blob>();
