import { createContext } from 'react-router';
import type { ApiCalls } from '#features/calls.ts';

type CallOf<K extends keyof ApiCalls> = ApiCalls[K];
type QueryOf<K extends keyof ApiCalls> = CallOf<K> extends { query: infer Q } ? Q : undefined;
type Argument<Q> = Q extends undefined
  ? [query?: undefined, manner?: AskManner]
  : Record<never, never> extends Q
    ? [query?: Q, manner?: AskManner]
    : [query: Q, manner?: AskManner];

/** `isSilent`: nobody is alerted when it fails, since the page shows that itself or does without. */
export type AskManner = { isSilent?: boolean };

/**
 * Asks one call and answers its data. In the browser it goes through `client/`; while rendering on the server
 * it runs the very handler in-process, as a visitor. Rejects with an error that carries `status` and a Chinese
 * `message`.
 */
export type Ask = <K extends keyof ApiCalls & string>(
  key: K,
  ...query: Argument<QueryOf<K>>
) => Promise<CallOf<K>['data']>;

/** The same door for what a page can do without: see `AskManner`. */
export const silently = (ask: Ask): Ask =>
  ((key: never, query: never) => ask(key, query, { isSilent: true })) as unknown as Ask;

export const askContext = createContext<Ask>();

/** The HTTP status a rejected call stands for; 500 when it carries none. */
export function statusOf(error: unknown): number {
  const { status, code } = (error ?? {}) as { status?: unknown; code?: unknown };
  return typeof status === 'number' ? status : typeof code === 'number' ? code : 500;
}
