import { toast } from 'sonner';
import { useDialogs } from '#client/dialogs.ts';
import type { TokenGrant } from '#client/envelope.ts';
import { forgetKept } from '#client/keep-alive.tsx';
import { forgetMarks } from '#client/marks.ts';
import { removeStored, writeStored } from '#client/storage.ts';
import { showUser } from '#client/stores.ts';
import type { Column } from '#features/columns/schema.ts';
import { dayOf } from '#shared/dates.ts';
import { startSite } from '#web/start-site.tsx';
import { answer } from './api.ts';

type OpenSite = Awaited<ReturnType<typeof startSite>> & { container: HTMLElement };

const site = {
  name: '观澜',
  url: '',
  apiBase: '/api',
  tenantId: '000000',
  client: 'guanlan:guanlan',
  icp: '',
  icpLicence: '',
  police: '',
  newsLicence: '',
  complaints: '',
};

let open: OpenSite | undefined;

/** Opens an address of the reader's site with the real router, pages, client and styles. */
export async function openSite(
  address: string,
  { columns = [] }: { columns?: Column[] } = {},
): Promise<void> {
  history.replaceState(null, '', address);
  const container = document.body.appendChild(document.createElement('div'));
  container.id = 'root';
  const started = await startSite({ site, columns, today: dayOf(new Date()) }, container);
  open = { ...started, container };
}

/** Leaves the site and forgets everything a reader's browser keeps, in memory and in storage. */
export function closeSite(): void {
  open?.reactRoot.unmount();
  open?.router.dispose();
  open?.container.remove();
  open = undefined;
  useDialogs.setState({ waiting: [] });
  toast.dismiss();
  forgetKept();
  forgetMarks();
  removeStored('token', 'menuIds');
  showUser(undefined);
  localStorage.clear();
  sessionStorage.clear();
}

/** The address in the address bar. */
export const currentAddress = (): string => location.pathname + location.search + location.hash;

type Member = { id: string; mobile: string; name: string };

let members = 0;

/** A member that no other test knows: the site remembers people and their waits for codes in memory. */
export function newMember(): Member {
  members += 1;
  return { id: String(members), mobile: `137${String(members).padStart(8, '0')}`, name: '听潮客' };
}

/** A successful answer of the token call. */
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

/** Answers what every page asks for as soon as this member is logged in. */
export function answerMember({ name }: Member): void {
  answer('GET /member/dataCount', { msgNotReadCount: 0, myApprovalCount: 0, avatar: null, name, mobile: '' });
}

/** Puts a member's session into the browser, as an earlier log-in left it. */
export function logIn(menuIds: string[] = []): Member {
  const member = newMember();
  const { id, mobile, name } = member;
  const user = { id, account: mobile, name, avatar: '', roleName: 'member' };
  writeStored('token', { token: `token-${id}`, refreshToken: 'refresh', user });
  writeStored('menuIds', menuIds);
  answerMember(member);
  return member;
}
