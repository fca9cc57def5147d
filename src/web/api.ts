import { createContext } from 'react-router';
import type { ApiCalls } from '#features/calls.ts';

type CallOf<K extends keyof ApiCalls> = ApiCalls[K];
type QueryOf<K extends keyof ApiCalls> = CallOf<K> extends { query: infer Q } ? Q : undefined;
type Argument<Q> = Q extends undefined
  ? [query?: undefined, manner?: FetchOptions]
  : Record<never, never> extends Q
    ? [query?: Q, manner?: FetchOptions]
    : [query: Q, manner?: FetchOptions];

/** `isSilent`: a failure shows no alert, because the page shows it or does without the data. */
export type FetchOptions = { isSilent?: boolean };

/**
 * Makes one call and returns its data. In the browser it goes through `client/`; during server rendering it runs the
 * call's handler in-process, as a visitor. Rejects with an error that has `status` and a Chinese `message`.
 */
export type FetchCall = <K extends keyof ApiCalls & string>(
  key: K,
  ...query: Argument<QueryOf<K>>
) => Promise<CallOf<K>['data']>;

/** Returns a `fetchCall` with `isSilent` set, for data that a page can do without: see `FetchOptions`. */
export const withoutAlerts = (fetchCall: FetchCall): FetchCall =>
  ((key: never, query: never) => fetchCall(key, query, { isSilent: true })) as unknown as FetchCall;

export const fetchCallContext = createContext<FetchCall>();

/** Returns the HTTP status of a rejected call; 500 if it has none. */
export function statusOf(error: unknown): number {
  const { status, code } = (error ?? {}) as { status?: unknown; code?: unknown };
  return typeof status === 'number' ? status : typeof code === 'number' ? code : 500;
}
