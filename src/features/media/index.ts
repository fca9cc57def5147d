export type { MediaParts } from './parts.ts';
export { mediaRoutes } from './routes.ts';
export { noteMediaUses } from './service.ts';
