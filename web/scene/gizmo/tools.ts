/** Tools that change the file in the picture: a gizmo for sockets, handles for dims. Loaded on demand. */

import { computed } from '@preact/signals-core';
import { activeFile } from '../../document/state.ts';
import { el } from '../../ui/dom.ts';
import { effect } from '../../ui/scope.ts';
import { theme } from '../../ui/theme.ts';
import { dimsAtWork, type PictureHost, type PictureTools, socketAtWork } from '../picture-tools.ts';
import { takeSocketRequests } from './add-socket.ts';
import { DimsTool } from './dims-tool.ts';
import { stepFor } from './socket-changes.ts';
import { SocketGizmo, socketMode } from './socket-gizmo.ts';
import { socketPanel } from './socket-panel.ts';
import './gizmo.css';

/** Builds the tools, which belong to the current scope. Each is visible while it has something to edit. */
export function mountTools(host: PictureHost): PictureTools {
  const { stage } = host;
  const mode = socketMode();
  const panels = el('div', { class: 'picture-tools' });
  host.element.append(panels);
  const parts = new Set<PictureTools>();
  /** Shows a tool; the returned function hides it. */
  const show = (panel: HTMLElement, part: PictureTools) => {
    panels.append(panel);
    parts.add(part);
    stage.invalidate();
    return () => {
      panel.remove();
      parts.delete(part);
      stage.invalidate();
    };
  };
  effect(() => {
    const size = activeFile.value?.model ? (host.scene()?.shown()?.size ?? 0) : 0;
    mode.step.value = stepFor(size);
  });
  const hasSocket = computed(() => socketAtWork() >= 0);
  effect(() => {
    if (!hasSocket.value) return undefined;
    const gizmo = new SocketGizmo(host, mode);
    effect(() => {
      theme.value;
      gizmo.paint();
    });
    effect(() => {
      mode.action.value;
      mode.space.value;
      mode.isCoarse.value;
      socketAtWork();
      stage.invalidate();
    });
    return show(socketPanel(host, mode), gizmo);
  });
  const hasDims = computed(() => dimsAtWork() >= 0);
  effect(() => {
    if (!hasDims.value) return undefined;
    const dims = new DimsTool(host, () => mode.step.value);
    return show(dims.panel, dims);
  });
  takeSocketRequests(host);
  return {
    beforeDraw: () => {
      for (const part of parts) part.beforeDraw();
    },
    afterDraw: () => {
      for (const part of parts) part.afterDraw();
    },
  };
}
