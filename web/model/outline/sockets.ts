/** The sockets, with the nodes that carry them. */
import { el, fileText } from '../../ui/dom.ts';
import { mountElements } from './element-rows.ts';

export function mountSockets(host: HTMLElement): void {
  mountElements(host, {
    key: 'socket',
    label: 'Sockets',
    count: ({ info }) => info.sockets.length,
    row: ({ info }, index) => {
      const socket = info.sockets[index];
      const node = info.nodes[socket?.node ?? -1];
      const place = node ? fileText(node.name) : `node ${socket?.node}, which is not there`;
      return { name: socket?.name ?? '', cells: [el('div', { class: 'grid-text' }, 'on ', place)] };
    },
  });
}
