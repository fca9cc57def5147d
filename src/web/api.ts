import { createContext } from 'react-router';
import type { AuthorCalls } from '#features/authors/calls.ts';
import type { CollectionCalls } from '#features/collections/calls.ts';
import type { ColumnCalls } from '#features/columns/calls.ts';
import type { CommentCalls } from '#features/comments/calls.ts';
import type { ContestCalls } from '#features/contest/calls.ts';
import type { FrontpageCalls } from '#features/frontpage/calls.ts';
import type { IdentityCalls } from '#features/identity/calls.ts';
import type { IncomeCalls } from '#features/ledger/calls.ts';
import type { MembershipCalls } from '#features/memberships/calls.ts';
import type { NotificationCalls } from '#features/notifications/calls.ts';
import type { OrderCalls } from '#features/orders/calls.ts';
import type { OutboxCalls } from '#features/outbox/calls.ts';
import type { PaymentCalls } from '#features/payments/calls.ts';
import type { PostCalls } from '#features/posts/calls.ts';
import type { ReferenceCalls, ReferenceNoteCalls } from '#features/references/calls.ts';
import type { SearchCalls } from '#features/search/calls.ts';
import type { SettingsCalls } from '#features/settings/calls.ts';
import type { StockCalls } from '#features/stocks/calls.ts';

/** Every call the reader's site makes. */
export type SiteCalls = AuthorCalls &
  CollectionCalls &
  ColumnCalls &
  CommentCalls &
  ContestCalls &
  FrontpageCalls &
  IdentityCalls &
  IncomeCalls &
  MembershipCalls &
  NotificationCalls &
  OrderCalls &
  OutboxCalls &
  PaymentCalls &
  PostCalls &
  ReferenceCalls &
  ReferenceNoteCalls &
  SearchCalls &
  SettingsCalls &
  StockCalls;

type CallOf<K extends keyof SiteCalls> = SiteCalls[K];
type QueryOf<K extends keyof SiteCalls> = CallOf<K> extends { query: infer Q } ? Q : undefined;
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
export type Ask = <K extends keyof SiteCalls & string>(
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
