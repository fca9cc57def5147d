import type { FastifyInstance } from 'fastify';
import { features } from '#features/index.ts';
import type { ServicesForServe } from '#kernel/feature.ts';
import type { App } from './app.ts';

/** TypeScript finds here what a feature needs to serve its addresses and the application lacks. */
type Serving = {
  serve?: (server: FastifyInstance, services: ServicesForServe<(typeof features)[number]>) => void;
};

/** Serves the addresses of all features that are neither pages nor calls. */
export function serveFeatures(server: FastifyInstance, app: App): void {
  for (const { serve } of features as readonly Serving[]) serve?.(server, app);
}
