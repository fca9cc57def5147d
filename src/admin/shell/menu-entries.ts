import type { IconName } from '#ui/icon.tsx';

export type MenuEntry = { to: string; label: string; icon: IconName; code: string };

/** What the back office has, by what one does there, each with the permission code that shows it. */
export const menuGroups: { label: string; entries: MenuEntry[] }[] = [
  {
    label: '采编',
    entries: [
      { to: '/', label: '工作台', icon: 'home', code: 'content.view' },
      { to: '/posts', label: '文章', icon: 'doc', code: 'content.view' },
      { to: '/flashes', label: '快讯台', icon: 'wave', code: 'content.publish' },
      { to: '/columns', label: '栏目', icon: 'filter', code: 'columns.manage' },
      { to: '/frontpage', label: '首页运营', icon: 'mark', code: 'frontpage.manage' },
      { to: '/feeds', label: '订阅来稿', icon: 'down', code: 'feeds.manage' },
      { to: '/moderation', label: '审核', icon: 'shield', code: 'content.review' },
      { to: '/words', label: '敏感词', icon: 'warn', code: 'words.manage' },
      { to: '/media', label: '素材库', icon: 'picture', code: 'content.view' },
      { to: '/authors', label: '作者', icon: 'pen', code: 'authors.manage' },
    ],
  },
  {
    label: '读者',
    entries: [
      { to: '/comments', label: '评论', icon: 'comment', code: 'comments.moderate' },
      { to: '/members', label: '会员', icon: 'user', code: 'members.view' },
      { to: '/analytics', label: '数据', icon: 'chart', code: 'analytics.view' },
      { to: '/contest', label: '股神争霸', icon: 'cup', code: 'contest.manage' },
    ],
  },
  {
    label: '交易',
    entries: [
      { to: '/orders', label: '订单', icon: 'wallet', code: 'orders.view' },
      { to: '/refunds', label: '退款与发票', icon: 'text', code: 'orders.view' },
      { to: '/offers', label: '售卖', icon: 'vip', code: 'offers.manage' },
      { to: '/ledger', label: '账务', icon: 'calendar', code: 'ledger.view' },
    ],
  },
  {
    label: '系统',
    entries: [
      { to: '/staff', label: '员工与角色', icon: 'lock', code: 'staff.manage' },
      { to: '/invitations', label: '邀请', icon: 'share', code: 'staff.manage' },
      { to: '/settings', label: '设置', icon: 'gear', code: 'settings.manage' },
      { to: '/transfers', label: '导入导出', icon: 'refresh', code: 'transfers.manage' },
      { to: '/leaks', label: '泄漏', icon: 'eye', code: 'leaks.manage' },
      { to: '/audit', label: '操作日志', icon: 'list', code: 'audit.view' },
    ],
  },
];

/** The same in one line. */
export const menu: MenuEntry[] = menuGroups.flatMap(({ entries }) => entries);
