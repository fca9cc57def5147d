import { createClient } from '#client/client.ts';
import type { ApiCalls } from '#features/calls.ts';
import type { MenuEntry } from '#shared/admin-menu.ts';
import type { IconName } from '#ui/icon.tsx';

/** Portal settings that the server embeds in the HTML document (main/admin.ts). */
export type Portal = {
  name: string;
  /** The logo with its size, as in `readPicture`; empty: the name stands alone. */
  logo: string;
  logoDark: string;
  apiBase: string;
  tenantId: string;
  client: string;
  menu: (MenuEntry & { icon: IconName })[];
};

export const portal = JSON.parse(document.getElementById('payload')?.textContent ?? '{}') as Portal;

export const currentAddress = () => location.pathname + location.search + location.hash;

/**
 * The only API client of the back office. Login and the reader's pages belong to another application, so the client's
 * redirects load a new document instead of navigating inside the back office.
 */
export const client = createClient<ApiCalls>({
  baseURL: portal.apiBase,
  client: portal.client,
  tenantId: portal.tenantId,
  goTo: (path) => location.assign(path),
  wantedAddress: currentAddress,
  visitorAddress: () => '/index',
});

export const { call } = client;
