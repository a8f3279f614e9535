/** The models at the sockets of a file, as guests of its picture. What is attached to one of them is not drawn. */

import { attachedFile, attachedRequest } from '../document/attachments.ts';
import type { DrawnFile } from '../document/open-file.ts';
import type { Guest } from './guests.ts';
import { modelInputs } from './inputs.ts';

/** Those that are shown, in the pane of the model itself. Reads signals. */
export function attachedGuests(file: DrawnFile, pane: number): Guest[] {
  return file.attachments.value.flatMap((attachment) => {
    const attached = attachedFile(attachment);
    if (!attachment.shown || !attached?.model) return [];
    const { socket } = attachment;
    const inputs = modelInputs(
      attached,
      () => attachedRequest(file, attachment, attached),
      () => attached.look.hiddenPieces.value,
    );
    return [{ key: `socket ${socket}`, file: attached.drawn.value, inputs, socket, pane, ghost: null }];
  });
}
