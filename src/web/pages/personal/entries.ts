import type { PersonalEntry } from '#ui/account/personal-layout.tsx';
import { views } from '../../views.ts';

type Entry = Omit<PersonalEntry, 'current' | 'unread'> & { file: string };

const entries: Entry[] = [
  { label: '我的资料', href: '/personal/info', icon: 'user', file: 'personal-info' },
  { label: '我的购买', href: '/personal/purchase', icon: 'wallet', file: 'personal-purchase' },
  { label: '我的收藏', href: '/personal/collect', icon: 'mark', file: 'personal-collect' },
  { label: '我的关注', href: '/personal/follow', icon: 'plus', file: 'personal-follow' },
  { label: '阅读历史', href: '/personal/history', icon: 'clock', file: 'personal-history' },
  { label: '我的内参', href: '/personal/reference', icon: 'pen', file: 'personal-reference' },
  { label: '消息', href: '/personal/messages', icon: 'comment', file: 'personal-messages' },
  { label: '通知设置', href: '/personal/notices', icon: 'bell', file: 'personal-notices' },
  { label: '修改密码', href: '/personal/password', icon: 'lock', file: 'personal-password' },
  { label: '账号安全', href: '/personal/security', icon: 'shield', file: 'personal-security' },
];

/** The entries of the personal center; one whose view does not exist is not offered. */
export function listEntries(path: string, unread: number): PersonalEntry[] {
  return entries
    .filter(({ file }) => file in views)
    .map(({ file: _, ...entry }) => ({
      ...entry,
      current: entry.href === path,
      unread: entry.href === '/personal/messages' ? unread : undefined,
    }));
}
