import { createClient } from '#client/client.ts';
import type { AnalyticsCalls } from '#features/analytics/calls.ts';
import type { AuditCalls } from '#features/audit/calls.ts';
import type { AuthorCalls, AuthorDeskCalls } from '#features/authors/calls.ts';
import type { ColumnCalls, ColumnDeskCalls } from '#features/columns/calls.ts';
import type { CommentDeskCalls } from '#features/comments/calls.ts';
import type { ContestDeskCalls, MarketCalls } from '#features/contest/calls.ts';
import type { EntitlementCalls } from '#features/entitlements/calls.ts';
import type { FeedCalls } from '#features/feeds/calls.ts';
import type { FrontpageDeskCalls } from '#features/frontpage/calls.ts';
import type { IdentityCalls, PeopleCalls, SetupCalls } from '#features/identity/calls.ts';
import type { LeakCalls } from '#features/leaks/calls.ts';
import type { LedgerCalls } from '#features/ledger/calls.ts';
import type { MediaCalls } from '#features/media/calls.ts';
import type { OfferCalls } from '#features/memberships/calls.ts';
import type { ModerationCalls } from '#features/moderation/calls.ts';
import type { NotificationCalls } from '#features/notifications/calls.ts';
import type { OrderDeskCalls } from '#features/orders/calls.ts';
import type { PaymentStaffCalls } from '#features/payments/calls.ts';
import type { DeskCalls, SavedViewCalls, TalkCalls } from '#features/posts/calls.ts';
import type { ReferenceDeskCalls } from '#features/references/calls.ts';
import type { AgreementDeskCalls, SettingDeskCalls } from '#features/settings/calls.ts';
import type { StartCalls } from '#features/start/calls.ts';
import type { TransferCalls } from '#features/transfers/calls.ts';
import type { MenuEntry } from '#shared/admin-menu.ts';
import type { IconName } from '#ui/icon.tsx';

/** Every call the back office makes. */
export type AdminCalls = AnalyticsCalls &
  AuditCalls &
  AgreementDeskCalls &
  SettingDeskCalls &
  AuthorCalls &
  AuthorDeskCalls &
  ColumnCalls &
  ColumnDeskCalls &
  CommentDeskCalls &
  ContestDeskCalls &
  DeskCalls &
  EntitlementCalls &
  FeedCalls &
  FrontpageDeskCalls &
  LeakCalls &
  LedgerCalls &
  MarketCalls &
  MediaCalls &
  OfferCalls &
  OrderDeskCalls &
  PaymentStaffCalls &
  ReferenceDeskCalls &
  SavedViewCalls &
  TalkCalls &
  ModerationCalls &
  NotificationCalls &
  PeopleCalls &
  Pick<IdentityCalls, 'GET /member/profile' | 'GET /reception/isLogin'> &
  TransferCalls &
  StartCalls &
  SetupCalls;

/** What the document tells of the portal (main/admin-document.ts). */
export type Portal = {
  name: string;
  apiBase: string;
  tenantId: string;
  client: string;
  menu: (MenuEntry & { icon: IconName })[];
};

export const portal = JSON.parse(document.getElementById('payload')?.textContent ?? '{}') as Portal;

export const currentAddress = () => location.pathname + location.search + location.hash;

/**
 * The one client of this page. Log-in and the reader's pages are another application, so the browser goes there;
 * no address of the client's lies inside the back office.
 */
export const client = createClient<AdminCalls>({
  baseURL: portal.apiBase,
  client: portal.client,
  tenantId: portal.tenantId,
  goTo: (path) => location.assign(path),
  currentAddress,
});

export const { call } = client;
