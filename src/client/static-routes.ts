/** The definition of a route. Missing flags mean: in the menu, needs a log-in, not kept, with breadcrumb. */
export type RoutePlan = {
  /** Relative to its parent: '' is the parent's own page, 'detail' a page below it. */
  path: string;
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

const publicFlags = { isAuth: 0, loginAuth: 0 };
/** `toRoute` gives hidden entries the hidden list order. */
const hiddenFlags = { noMenu: 1, breadShow: 0 };

/**
 * The built-in columns (docs/product.md §2, §9): id → path, section code and views. Titles, icons and list orders come
 * from the column once it is loaded.
 */
export const BUILT_IN_COLUMNS: Record<string, RoutePlan & { codePath: number }> = {
  1: { path: 'globalInfo', file: 'news', title: '全球资讯', icon: 'wave', codePath: 1 },
  2: { path: 'rined', file: 'report', title: '脱水研报', icon: 'doc', codePath: 2 },
  3: { path: 'vip', file: 'vip', title: 'VIP 专享', icon: 'vip', codePath: 3 },
};

/**
 * The static menu of docs/product.md §2 without the built-in columns, in the order of the table. The site's menu says
 * where 首页 and 股神争霸 are.
 */
export const STATIC_MENU: RoutePlan[] = [
  {
    ...publicFlags,
    path: 'index',
    file: 'home',
    title: '首页',
    icon: 'home',
    breadShow: 0,
    children: [
      { ...publicFlags, ...hiddenFlags, path: '', file: 'home', title: '首页', keepAlive: 1 },
      { ...hiddenFlags, path: 'search', file: 'advanced-search', title: '高级搜索', isAuth: 1, keepAlive: 1 },
    ],
  },
  {
    ...hiddenFlags,
    path: 'personal',
    file: 'personal',
    title: '个人中心',
    icon: 'user',
    children: [
      { ...hiddenFlags, path: '', file: 'personal-index', title: '个人中心' },
      { ...hiddenFlags, path: 'info', file: 'personal-info', title: '我的资料' },
      { ...hiddenFlags, path: 'purchase', file: 'personal-purchase', title: '我的购买' },
      { ...hiddenFlags, path: 'reference', file: 'personal-reference', title: '我的内参' },
      { ...hiddenFlags, path: 'password', file: 'personal-password', title: '修改密码' },
      { ...hiddenFlags, path: 'collect', file: 'personal-collect', title: '我的收藏', keepAlive: 1 },
      { ...hiddenFlags, path: 'follow', file: 'personal-follow', title: '我的关注', keepAlive: 1 },
      { ...hiddenFlags, path: 'feed', file: 'personal-feed', title: '关注动态', keepAlive: 1 },
      { ...hiddenFlags, path: 'stocks', file: 'personal-stocks', title: '自选股', keepAlive: 1 },
      { ...hiddenFlags, path: 'history', file: 'personal-history', title: '阅读历史', keepAlive: 1 },
      { ...hiddenFlags, path: 'messages', file: 'personal-messages', title: '消息', keepAlive: 1 },
      { ...hiddenFlags, path: 'security', file: 'personal-security', title: '账号安全' },
      { ...hiddenFlags, path: 'notices', file: 'personal-notices', title: '通知设置' },
      { ...hiddenFlags, path: 'reference/add', file: 'personal-reference-add', title: '写内参' },
    ],
  },
  { ...publicFlags, ...hiddenFlags, path: 'agreement', file: 'agreement', title: '用户协议' },
  { ...publicFlags, ...hiddenFlags, path: 'password', file: 'password', title: '忘记密码' },
  { ...publicFlags, ...hiddenFlags, path: 'search', file: 'search', title: '综合搜索', keepAlive: 1 },
  { ...publicFlags, ...hiddenFlags, path: 'author', file: 'author', title: '作者', keepAlive: 1 },
  { ...publicFlags, ...hiddenFlags, path: 'membership', file: 'membership', title: 'VIP 会员' },
  { ...publicFlags, ...hiddenFlags, path: 'tag/:name', file: 'tag', title: '标签', keepAlive: 1 },
  { ...publicFlags, ...hiddenFlags, path: 'topic', file: 'topics', title: '专题', keepAlive: 1 },
  { ...publicFlags, ...hiddenFlags, path: 'topic/:slug', file: 'topic', title: '专题', keepAlive: 1 },
  { ...publicFlags, ...hiddenFlags, path: 'stock', file: 'stock', title: '证券', keepAlive: 1 },
  { ...publicFlags, ...hiddenFlags, path: 'page/:slug', file: 'own-page', title: '页面' },
  {
    ...publicFlags,
    path: 'gszb',
    file: 'contest',
    title: '股神争霸',
    breadShow: 0,
    children: [
      { ...publicFlags, ...hiddenFlags, path: '', file: 'contest', title: '股神争霸' },
      { ...publicFlags, ...hiddenFlags, path: 'trade', file: 'contest-trade', title: '模拟交易' },
      { ...publicFlags, ...hiddenFlags, path: 'player', file: 'contest-player', title: '选手' },
      { ...publicFlags, ...hiddenFlags, path: 'rules', file: 'contest-rules', title: '比赛规则' },
    ],
  },
];

/**
 * The routes of docs/product.md §2 outside the site's frame, the page of messages that a demo does not send, and the
 * page for unsubscribing from emails, and the page of preview links.
 */
export const STANDALONE_ROUTES: RoutePlan[] = [
  { ...publicFlags, ...hiddenFlags, path: 'login', file: 'login', title: '登录' },
  { ...publicFlags, ...hiddenFlags, path: 'mobileDetail', file: 'mobile-detail', title: '正文' },
  { ...publicFlags, ...hiddenFlags, path: 'outbox', file: 'outbox', title: '发件箱' },
  { ...publicFlags, ...hiddenFlags, path: 'preview', file: 'preview', title: '预览' },
  { ...publicFlags, ...hiddenFlags, path: 'unsubscribe', file: 'unsubscribe', title: '退订邮件' },
];
