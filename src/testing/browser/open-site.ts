import { clearAccessMarks } from '#client/access-marks.ts';
import type { TokenGrant } from '#client/envelope.ts';
import { clearKeptState } from '#client/keep-alive.tsx';
import { useLoadingMask } from '#client/loading.ts';
import { removeStored, writeStored } from '#client/storage.ts';
import { setUser } from '#client/stores.ts';
import { clearUserState } from '#client/user-state.ts';
import type { Column } from '#features/columns/schema.ts';
import { dayOf } from '#shared/dates.ts';
import { defaultMenu, type SiteMenu } from '#shared/menu.ts';
import { closePayDialog } from '#web/parts/pay/pay-request.ts';
import { startSite } from '#web/start-site.tsx';
import { answer } from './api.ts';

type OpenSite = Awaited<ReturnType<typeof startSite>> & { container: HTMLElement };

const site = {
  name: '观澜',
  motto: '看浪，也看水从哪里来。',
  description: '财经资讯与研究',
  seal: '',
  logo: '',
  logoDark: '',
  picture: '',
  share: '',
  version: 'v1',
  hasShareCards: false,
  hasOffline: false,
  url: '',
  apiBase: '/api',
  tenantId: '000000',
  client: 'guanlan:guanlan',
  icp: '',
  icpLicence: '',
  police: '',
  newsLicence: '',
  complaints: '',
  home: '/index',
  statistics: null,
  footer: null,
};

let openedSite: OpenSite | undefined;

/**
 * Opens a page of the reader's site with the real router, pages, client and styles, in place of the one that is open; what
 * that one stored stays, as after a reload.
 */
export async function openSite(
  address: string,
  {
    columns = [],
    menu = defaultMenu,
    hasShareCards = false,
    hasOffline = false,
  }: { columns?: Column[]; menu?: SiteMenu; hasShareCards?: boolean; hasOffline?: boolean } = {},
): Promise<void> {
  unmountSite();
  history.replaceState(null, '', address);
  const container = document.body.appendChild(document.createElement('div'));
  container.id = 'root';
  const started = await startSite(
    { site: { ...site, menu, hasShareCards, hasOffline }, columns, today: dayOf(new Date()) },
    container,
  );
  openedSite = { ...started, container };
}

/** Closes the site and clears the state that it keeps in the browser, in memory and in storage. */
export function closeSite(): void {
  unmountSite();
  useLoadingMask.setState({ isShown: false });
  closePayDialog();
  clearKeptState();
  clearUserState();
  clearAccessMarks();
  removeStored('token', 'menuIds');
  setUser(undefined);
  localStorage.clear();
  sessionStorage.clear();
}

/** Waits until the page that a test has left loading is there, so that its calls do not arrive in the next test. */
export async function settleNavigation(): Promise<void> {
  for (let waits = 0; waits < 100 && openedSite?.router.state.navigation.state === 'loading'; waits += 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
}

function unmountSite(): void {
  openedSite?.reactRoot.unmount();
  openedSite?.router.dispose();
  openedSite?.container.remove();
  openedSite = undefined;
}

/** Returns the path, query and fragment in the address bar. */
export const currentAddress = (): string => location.pathname + location.search + location.hash;

type Member = { id: string; mobile: string; name: string };

// Longer than any id in a test's data: with `isolate: false` the count depends on the order of the test files.
let lastMember = 99_000_000;

/** Returns a member unknown to other tests: the site caches members and their code cooldowns in memory. */
export function newMember(): Member {
  lastMember += 1;
  return { id: String(lastMember), mobile: `137${lastMember}`, name: '听潮客' };
}

/** A successful response of the token call. */
export const grantFor = (member: Member, changes: Partial<TokenGrant> = {}): TokenGrant => ({
  access_token: `token-${member.id}`,
  token_type: 'bearer',
  refresh_token: 'refresh',
  expires_in: 3600,
  tenant_id: '000000',
  user_id: member.id,
  account: member.mobile,
  user_name: member.name,
  nick_name: member.name,
  avatar: '',
  role_name: 'member',
  menuIds: [],
  ...changes,
});

/** Answers the calls that every page makes as soon as this member is logged in. */
export function answerMember({ name }: Member): void {
  answer('GET /member/dataCount', { msgNotReadCount: 0, myApprovalCount: 0, avatar: null, name, mobile: '' });
}

/** Puts a member's session into the browser, as an earlier log-in would have left it. */
export function logIn(menuIds: string[] = []): Member {
  const member = newMember();
  const { id, mobile, name } = member;
  const user = { id, account: mobile, name, avatar: '', roleName: 'member' };
  writeStored('token', { token: `token-${id}`, refreshToken: 'refresh', user });
  writeStored('menuIds', menuIds);
  answerMember(member);
  return member;
}
