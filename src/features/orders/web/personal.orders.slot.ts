import type { PersonalSlot } from '#web/parts/personal/personal-slot.ts';

export const slot: PersonalSlot = {
  order: 20,
  label: '我的购买',
  href: '/personal/purchase',
  icon: 'wallet',
};
