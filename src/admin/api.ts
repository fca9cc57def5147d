import { createClient } from '#client/client.ts';
import type { ApiCalls } from '#features/calls.ts';
import type { MenuEntry } from '#shared/admin-menu.ts';
import type { IconName } from '#ui/icon.tsx';

/** What the document tells of the portal (main/admin.ts). */
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
export const client = createClient<ApiCalls>({
  baseURL: portal.apiBase,
  client: portal.client,
  tenantId: portal.tenantId,
  goTo: (path) => location.assign(path),
  currentAddress,
});

export const { call } = client;
