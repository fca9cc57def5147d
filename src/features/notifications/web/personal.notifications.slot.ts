import type { PersonalSlot } from '#web/parts/personal/personal-slot.ts';

export const slot: PersonalSlot[] = [
  {
    order: 90,
    label: '消息',
    href: '/personal/messages',
    icon: 'comment',
    countUnread: ({ msgNotReadCount }) => msgNotReadCount,
  },
  { order: 100, label: '通知设置', href: '/personal/notices', icon: 'bell' },
];
