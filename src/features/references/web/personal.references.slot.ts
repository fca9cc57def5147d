import type { PersonalSlot } from '#web/parts/personal/personal-slot.ts';

export const slot: PersonalSlot = {
  order: 30,
  label: '我的内参',
  href: '/personal/reference',
  icon: 'pen',
  countWaiting: ({ myApprovalCount }) => myApprovalCount,
};
