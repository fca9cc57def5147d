import type { PersonalEntry } from './personal-layout.tsx';

type Entry = Omit<PersonalEntry, 'current' | 'unread' | 'waiting'>;

const entries: Entry[] = [
  { label: '我的资料', href: '/personal/info', icon: 'user' },
  { label: '我的购买', href: '/personal/purchase', icon: 'wallet' },
  { label: '我的内参', href: '/personal/reference', icon: 'pen' },
  { label: '我的收藏', href: '/personal/collect', icon: 'mark' },
  { label: '我的关注', href: '/personal/follow', icon: 'plus' },
  { label: '股神争霸', href: '/gszb', icon: 'cup' },
  { label: '阅读历史', href: '/personal/history', icon: 'clock' },
  { label: '消息', href: '/personal/messages', icon: 'comment' },
  { label: '通知设置', href: '/personal/notices', icon: 'bell' },
  { label: '修改密码', href: '/personal/password', icon: 'lock' },
  { label: '账号安全', href: '/personal/security', icon: 'shield' },
];

/** The entries of the personal center, and the way to one's contest. `sentBack`: references that wait for changes. */
export function listEntries(path: string, unread: number, sentBack: number): PersonalEntry[] {
  return entries.map((entry) => ({
    ...entry,
    current: entry.href === path,
    unread: entry.href === '/personal/messages' ? unread : undefined,
    waiting: entry.href === '/personal/reference' ? sentBack : undefined,
  }));
}
