import {
  keepPreviousData,
  MutationCache,
  QueryClient,
  type UseQueryResult,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { CallError } from '#client/call-error.ts';
import { DEFAULT_MESSAGE } from '#client/error-catalogue.ts';
import { toasts } from '#client/toasts.ts';
import type { ApiCalls } from '#features/calls.ts';
import { call } from '../api.ts';

type Key = keyof ApiCalls & string;
/** A read call, such as `GET /admin/plan/list`. */
export type ReadKey = Extract<Key, `GET ${string}`>;
/** A call that changes data, such as `POST /admin/plan/save`. */
export type SendKey = Extract<Key, `POST ${string}`>;
export type QueryOf<K extends Key> = ApiCalls[K] extends { query: infer Q } ? Q : undefined;
export type BodyOf<K extends Key> = ApiCalls[K] extends { body: infer B } ? B : undefined;
export type AnswerOf<K extends Key> = ApiCalls[K]['data'];
/** The query state: data, error, isPending, refetch. */
export type Read<T> = UseQueryResult<T>;

/**
 * Query cache of the back office. Every successful change invalidates all queries: mounted ones refetch at once, the
 * others when they are mounted again.
 */
export const queryClient: QueryClient = new QueryClient({
  mutationCache: new MutationCache({ onSuccess: () => void queryClient.invalidateQueries() }),
  defaultOptions: {
    // `networkMode: 'always'`: the API client reports a lost connection itself, and a paused query would look like
    // endless loading.
    // `notifyOnChangeProps: 'all'`: children read the result; a child that mounts late, for example in a drawer, would
    // otherwise miss an earlier change.
    queries: { retry: false, networkMode: 'always', notifyOnChangeProps: 'all' },
    mutations: { networkMode: 'always' },
  },
});

/** Interval in ms for polling work in progress; may depend on the last response. `false` stops polling. */
export type RefetchMs<T> = number | false | ((answer: T | undefined) => number | false);

type ReadOptions<T> = {
  isEnabled?: boolean;
  refetchMs?: RefetchMs<T>;
  /** Shows the previous query's response while the next one loads. */
  keepsPrevious?: boolean;
};
// The query argument is optional if all parameters of the call are optional.
type QueryArgument<K extends ReadKey> =
  QueryOf<K> extends undefined
    ? [query?: undefined, options?: ReadOptions<AnswerOf<K>>]
    : Record<never, never> extends QueryOf<K>
      ? [query?: QueryOf<K>, options?: ReadOptions<AnswerOf<K>>]
      : [query: QueryOf<K>, options?: ReadOptions<AnswerOf<K>>];

/** Fetches a read call and caches the response by call name and query. Shows no alert: the screen renders the error. */
export function useRead<K extends ReadKey>(
  key: K,
  ...[query, { isEnabled = true, refetchMs = false, keepsPrevious = false } = {}]: QueryArgument<K>
): Read<AnswerOf<K>> {
  return useQuery<AnswerOf<K>>({
    queryKey: [key, query],
    queryFn: ({ signal }) => fetchRead(key, query as QueryOf<K>, signal),
    enabled: isEnabled,
    refetchInterval: typeof refetchMs === 'function' ? ({ state }) => refetchMs(state.data) : refetchMs,
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
  });
}

/** Fetches a read call without the cache and without an alert. @throws CallError */
export function fetchRead<K extends ReadKey>(
  key: K,
  query: QueryOf<K>,
  signal?: AbortSignal,
): Promise<AnswerOf<K>> {
  // The options' type depends on the key, which TypeScript does not resolve here.
  return (call as (key: string, options: object) => Promise<AnswerOf<K>>)(key, {
    query,
    silent: true,
    ...(signal && { signal }),
  });
}

/** Returns the options of a call that shows the progress of its upload, or can be cancelled. */
export type Upload = () => { signal?: AbortSignal; onProgress?: (share: number) => void };

type SendOptions<K extends SendKey> = {
  /** Toast text after success. */
  done?: string | ((answer: AnswerOf<K>, body: BodyOf<K>) => string);
  onDone?: (answer: AnswerOf<K>, body: BodyOf<K>) => void;
  /** Suppresses the alert: the caller shows the error that `onFailed` receives. */
  onFailed?: (error: unknown) => void;
  upload?: Upload;
};

/** Sends a change. `send` never rejects; it resolves to true on success and false on failure, which an alert shows. */
export function useSend<K extends SendKey>(key: K, { done, onDone, onFailed, upload }: SendOptions<K> = {}) {
  const { mutateAsync, isPending, variables } = useMutation<AnswerOf<K>, unknown, BodyOf<K>>({
    mutationFn: (body) =>
      (call as (key: string, options: object) => Promise<AnswerOf<K>>)(key, {
        body,
        silent: !!onFailed,
        ...upload?.(),
      }),
    onSuccess: (answer, body) => {
      if (done) toasts.success(typeof done === 'string' ? done : done(answer, body));
      onDone?.(answer, body);
    },
    ...(onFailed && { onError: onFailed }),
  });
  const send = (body: BodyOf<K>): Promise<boolean> =>
    mutateAsync(body).then(
      () => true,
      () => false,
    );
  return { send, isSending: isPending, sent: isPending ? variables : undefined };
}

/** Runs any change, such as an upload, with the cache invalidation and result handling of `useSend`. */
export function useAction<A extends unknown[], T>(
  action: (...args: A) => Promise<T>,
  onDone?: (answer: T) => void,
) {
  const { mutateAsync, isPending, error, reset } = useMutation<T, unknown, A>({
    mutationFn: (args) => action(...args),
    ...(onDone && { onSuccess: onDone }),
  });
  const run = (...args: A): Promise<boolean> =>
    mutateAsync(args).then(
      () => true,
      () => false,
    );
  return { run, isRunning: isPending, error, reset };
}

/** Returns the message of a failed call; a default message if the error is no `CallError`. */
export const messageOf = (error: unknown): string =>
  error instanceof CallError ? error.message : DEFAULT_MESSAGE;

export const statusOf = (error: unknown): number | undefined =>
  error instanceof CallError ? (error.status ?? error.code) : undefined;
