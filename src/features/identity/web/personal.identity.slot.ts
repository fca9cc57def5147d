import type { PersonalSlot } from '#web/parts/personal/personal-slot.ts';

export const slot: PersonalSlot[] = [
  { order: 10, label: '我的资料', href: '/personal/info', icon: 'user' },
  { order: 110, label: '修改密码', href: '/personal/password', icon: 'lock' },
  { order: 120, label: '账号安全', href: '/personal/security', icon: 'shield' },
];
