import { HIDDEN_LIST_ORDER } from './constants.ts';

/** What a route is made from; missing flags mean: in the menu, needs a log-in, not kept, with breadcrumb. */
export type RoutePlan = {
  /** Below its parent: '' is the parent's own page, 'detail' a page under it. */
  path: string;
  /** Which view shows it. */
  file: string;
  title: string;
  id?: string;
  menuType?: number;
  listOrder?: number;
  isAuth?: number;
  isNav?: number;
  noMenu?: number;
  loginAuth?: number;
  codePath?: number | null;
  keepAlive?: number;
  icon?: string;
  breadShow?: number;
  hideChild?: number;
  children?: RoutePlan[];
};

/** Home is first in the menu whatever list orders the operator gives, and so the default first leaf. */
const HOME_LIST_ORDER = HIDDEN_LIST_ORDER - 1;

const open = { isAuth: 0, loginAuth: 0 };
const hidden = { noMenu: 1, listOrder: HIDDEN_LIST_ORDER };
const page = { noMenu: 1, breadShow: 1 };

/**
 * The built-in columns (seed §2, §9): id → path, section code and views. Titles, icons and list orders are
 * the column's when it is known.
 */
export const BUILT_IN_COLUMNS: Record<string, RoutePlan & { codePath: number }> = {
  1: { path: 'globalInfo', file: 'news', title: '全球资讯', icon: 'wave', codePath: 1 },
  2: { path: 'rined', file: 'report', title: '脱水研报', icon: 'doc', codePath: 2 },
  3: { path: 'vip', file: 'vip', title: 'VIP 专享', icon: 'vip', codePath: 3 },
};

/** The static menu of seed §2 without the built-in columns, in the order of the table. */
export const STATIC_MENU: RoutePlan[] = [
  {
    ...open,
    path: 'index',
    file: 'home',
    title: '首页',
    icon: 'home',
    listOrder: HOME_LIST_ORDER,
    breadShow: 0,
    children: [
      { ...open, ...page, path: '', file: 'home', title: '首页', keepAlive: 1, breadShow: 0 },
      { ...page, path: 'search', file: 'advanced-search', title: '高级搜索', isAuth: 1, keepAlive: 1 },
    ],
  },
  {
    ...hidden,
    path: 'personal',
    file: 'personal',
    title: '个人中心',
    icon: 'user',
    children: [
      { ...hidden, ...page, path: '', file: 'personal-index', title: '个人中心' },
      { ...page, path: 'info', file: 'personal-info', title: '我的资料' },
      { ...page, path: 'purchase', file: 'personal-purchase', title: '我的购买' },
      { ...page, path: 'reference', file: 'personal-reference', title: '我的内参' },
      { ...page, path: 'password', file: 'personal-password', title: '修改密码' },
      { ...page, path: 'collect', file: 'personal-collect', title: '我的收藏', keepAlive: 1 },
      { ...page, path: 'follow', file: 'personal-follow', title: '我的关注', keepAlive: 1 },
      { ...page, path: 'history', file: 'personal-history', title: '阅读历史', keepAlive: 1 },
      { ...page, path: 'messages', file: 'personal-messages', title: '消息', keepAlive: 1 },
      { ...page, path: 'security', file: 'personal-security', title: '账号安全' },
      { ...page, path: 'notices', file: 'personal-notices', title: '通知设置' },
      { ...page, path: 'reference/add', file: 'personal-reference-add', title: '写内参' },
    ],
  },
  { ...open, ...hidden, path: 'agreement', file: 'agreement', title: '用户协议' },
  { ...open, ...hidden, path: 'password', file: 'password', title: '忘记密码' },
  { ...open, ...hidden, path: 'search', file: 'search', title: '综合搜索', keepAlive: 1 },
  { ...open, ...hidden, path: 'author', file: 'author', title: '作者', keepAlive: 1 },
  // Open to read, last in the menu (PRODUCT §5).
  {
    ...open,
    path: 'gszb',
    file: 'contest',
    title: '股神争霸',
    listOrder: 0,
    children: [
      { ...open, ...page, path: '', file: 'contest', title: '股神争霸' },
      { ...open, ...page, path: 'trade', file: 'contest-trade', title: '模拟交易' },
      { ...open, ...page, path: 'player', file: 'contest-player', title: '选手' },
      { ...open, ...page, path: 'rules', file: 'contest-rules', title: '比赛规则' },
    ],
  },
];

/** The routes of seed §2 that stand outside the site's frame, the page of messages a demo does not send, and the end of letters. */
export const STANDALONE_ROUTES: RoutePlan[] = [
  { ...open, ...hidden, path: 'login', file: 'login', title: '登录' },
  { ...open, ...hidden, path: 'mobileDetail', file: 'mobile-detail', title: '正文' },
  { ...open, ...hidden, path: 'outbox', file: 'outbox', title: '发件箱' },
  { ...open, ...hidden, path: 'unsubscribe', file: 'unsubscribe', title: '退订邮件' },
];
