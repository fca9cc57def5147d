import type { Call, CallsOf } from '#kernel/http/calls.ts';
import type { features } from './index.ts';

type RoutesOf<F> = F extends { readonly routes?: infer R }
  ? R extends (services: never) => infer C
    ? C
    : R
  : never;
type AnyRoutes = RoutesOf<(typeof features)[number]>;

/**
 * Every call of the API by method and path, derived from the routes of all features. An interface, whose members the compiler
 * resolves once; it would compute the keys of the mapped type again at every call.
 */
export interface ApiCalls extends CallsOf<Extract<AnyRoutes, readonly Call[]>[number]> {}
