export { bringForWriter } from './bring.ts';
export type { MediaItem } from './calls.ts';
export type { MediaParts } from './parts.ts';
export { mediaRoutes } from './routes.ts';
export { noteMediaUses, uploadForWriter } from './service.ts';
