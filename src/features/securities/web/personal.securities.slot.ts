import type { PersonalSlot } from '#web/parts/personal/personal-slot.ts';

export const slot: PersonalSlot = { order: 60, label: '自选股', href: '/personal/stocks', icon: 'chart' };
