import type { PersonalSlot } from '#web/parts/personal/personal-slot.ts';

export const slot: PersonalSlot[] = [
  { order: 40, label: '我的收藏', href: '/personal/collect', icon: 'mark' },
  { order: 50, label: '我的关注', href: '/personal/follow', icon: 'plus', paths: ['/personal/feed'] },
  { order: 80, label: '阅读历史', href: '/personal/history', icon: 'clock' },
];
