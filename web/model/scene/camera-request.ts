/** What commands want of the camera; the viewport follows. */
import { PanelRequest } from '../../ui/request.ts';

export type CameraRequest =
  | { readonly frame: 'model' | 'selection' }
  /** As `directionTo` of framing.ts: 0°, 0° looks at a model's face. */
  | { readonly azimuth: number; readonly elevation: number }
  | { readonly opposite: true };

export const cameraRequests = new PanelRequest<CameraRequest>();
