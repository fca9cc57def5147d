import { createClient } from '#client/client.ts';
import type { AuditCalls } from '#features/audit/calls.ts';
import type { AuthorCalls } from '#features/authors/calls.ts';
import type { ColumnCalls } from '#features/columns/calls.ts';
import type { LedgerCalls } from '#features/ledger/calls.ts';
import type { OfferCalls } from '#features/memberships/calls.ts';
import type { OrderDeskCalls } from '#features/orders/calls.ts';
import type { PaymentStaffCalls } from '#features/payments/calls.ts';
import type { DeskCalls } from '#features/posts/calls.ts';

/** Every call the back office makes. */
export type AdminCalls = AuditCalls &
  AuthorCalls &
  ColumnCalls &
  DeskCalls &
  LedgerCalls &
  OfferCalls &
  OrderDeskCalls &
  PaymentStaffCalls;

/** What the document tells of the portal (main/admin-document.ts). */
export type Portal = { name: string; apiBase: string; tenantId: string; client: string };

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
