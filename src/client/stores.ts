import { create } from 'zustand';
import type { NavEntry, RouteItem } from './routes.ts';

/** Who is logged in, as the token call tells it. */
export type UserInfo = { id: string; account: string; name: string; avatar: string; roleName: string };

export type MenuState = {
  /** What the menu shows. */
  nav: NavEntry[];
  /** Every route, the dynamic ones included. */
  routes: RouteItem[];
  activeMenuId: string;
  /** Paths whose state is not kept though their route asks for it. */
  keepExclude: string[];
};

export type UserState = { userInfo: UserInfo | undefined };

export type DataCountState = {
  msgNotReadCount: number;
  myApprovalCount: number;
  avatar: string;
  scrollTop: number;
  keyword: string;
  selectType: string;
  name: string;
  mobile: string;
  storeUserInfo: UserInfo | undefined;
};

const NO_COUNTS: DataCountState = {
  msgNotReadCount: 0,
  myApprovalCount: 0,
  avatar: '',
  scrollTop: 0,
  keyword: '',
  selectType: 'all',
  name: '',
  mobile: '',
  storeUserInfo: undefined,
};

// The seed's three stores (§3). They belong to one browser tab: a server render must not write to them.

/** Seed §3 "menu". */
export const useMenu = create<MenuState>(() => ({ nav: [], routes: [], activeMenuId: '', keepExclude: [] }));

/** Seed §3 "user". */
export const useUser = create<UserState>(() => ({ userInfo: undefined }));

/** Seed §3 "dataCount". */
export const useDataCount = create<DataCountState>(() => NO_COUNTS);

/** Puts a person into the stores, or takes the last one out together with their counts. */
export function showUser(userInfo: UserInfo | undefined): void {
  useUser.setState({ userInfo });
  if (userInfo) {
    const { avatar, name } = userInfo;
    useDataCount.setState({ avatar, name, storeUserInfo: userInfo });
  } else {
    const { keyword, selectType, scrollTop } = useDataCount.getState();
    useDataCount.setState({ ...NO_COUNTS, keyword, selectType, scrollTop });
  }
}
