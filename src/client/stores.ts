import { create } from 'zustand';
import type { NavEntry, RouteItem } from './routes.ts';

/** The member who is logged in, from the answer of the token call. */
export type UserInfo = { id: string; account: string; name: string; avatar: string; roleName: string };

export type MenuState = {
  nav: NavEntry[];
  routes: RouteItem[];
  activeMenuId: string;
  /** Paths whose state is not kept although their route asks for it. */
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

// The three stores of docs/product.md §3. They belong to one browser tab: a server render must not write to them.

/** "menu" of docs/product.md §3. */
export const useMenu = create<MenuState>(() => ({ nav: [], routes: [], activeMenuId: '', keepExclude: [] }));

/** "user" of docs/product.md §3. */
export const useUser = create<UserState>(() => ({ userInfo: undefined }));

/** "dataCount" of docs/product.md §3. */
export const useDataCount = create<DataCountState>(() => NO_COUNTS);

/** Sets the member in the stores; undefined removes the member and their counts. */
export function setUser(userInfo: UserInfo | undefined): void {
  useUser.setState({ userInfo });
  if (userInfo) {
    const { avatar, name } = userInfo;
    useDataCount.setState({ avatar, name, storeUserInfo: userInfo });
  } else {
    const { keyword, selectType, scrollTop } = useDataCount.getState();
    useDataCount.setState({ ...NO_COUNTS, keyword, selectType, scrollTop });
  }
}
