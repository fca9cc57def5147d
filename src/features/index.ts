import { feature as analytics } from './analytics/index.ts';
import { feature as audit } from './audit/index.ts';
import { feature as authors } from './authors/index.ts';
import { feature as cdn } from './cdn/index.ts';
import { feature as collections } from './collections/index.ts';
import { feature as columns } from './columns/index.ts';
import { feature as comments } from './comments/index.ts';
import { feature as contest } from './contest/index.ts';
import { feature as documents } from './documents/index.ts';
import { feature as economicEvents } from './economic-events/index.ts';
import { feature as engines } from './engines/index.ts';
import { feature as entitlements } from './entitlements/index.ts';
import { feature as feeds } from './feeds/index.ts';
import { feature as frontpage } from './frontpage/index.ts';
import { feature as identity } from './identity/index.ts';
import { feature as leaks } from './leaks/index.ts';
import { feature as ledger } from './ledger/index.ts';
import { feature as letters } from './letters/index.ts';
import { feature as media } from './media/index.ts';
import { feature as memberships } from './memberships/index.ts';
import { feature as moderation } from './moderation/index.ts';
import { feature as notifications } from './notifications/index.ts';
import { feature as officialAccount } from './official-account/index.ts';
import { feature as orders } from './orders/index.ts';
import { feature as outbox } from './outbox/index.ts';
import { feature as pages } from './pages/index.ts';
import { feature as payments } from './payments/index.ts';
import { feature as posts } from './posts/index.ts';
import { feature as redirects } from './redirects/index.ts';
import { feature as references } from './references/index.ts';
import { feature as savedViews } from './saved-views/index.ts';
import { feature as search } from './search/index.ts';
import { feature as securities } from './securities/index.ts';
import { feature as settings } from './settings/index.ts';
import { feature as shares } from './shares/index.ts';
import { feature as start } from './start/index.ts';
import { feature as stocks } from './stocks/index.ts';
import { feature as tags } from './tags/index.ts';
import { feature as topics } from './topics/index.ts';
import { feature as transfers } from './transfers/index.ts';
import { feature as webhooks } from './webhooks/index.ts';

/** All features, low to high. Each imports only features before it, which `.dependency-cruiser.cjs` enforces. */
export const features = [
  audit,
  documents,
  settings,
  outbox,
  identity,
  media,
  columns,
  stocks,
  authors,
  moderation,
  entitlements,
  posts,
  savedViews,
  memberships,
  references,
  comments,
  collections,
  frontpage,
  search,
  leaks,
  feeds,
  ledger,
  orders,
  payments,
  securities,
  notifications,
  contest,
  economicEvents,
  letters,
  analytics,
  tags,
  topics,
  pages,
  redirects,
  cdn,
  shares,
  engines,
  officialAccount,
  webhooks,
  transfers,
  start,
] as const;

/**
 * Features that no other needs: each can be deleted with its folder and its lines in this file. `npm run check` compiles the
 * program without them, and nothing imports one of them (`.dependency-cruiser.cjs`).
 */
export const leaves = [
  'analytics',
  'cdn',
  'contest',
  'economic-events',
  'engines',
  'feeds',
  'leaks',
  'letters',
  'official-account',
  'redirects',
  'references',
  'shares',
  'topics',
  'webhooks',
] as const;
