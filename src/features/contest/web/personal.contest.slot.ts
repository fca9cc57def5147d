import type { PersonalSlot } from '#web/parts/personal/personal-slot.ts';

export const slot: PersonalSlot = { order: 70, label: '股神争霸', href: '/gszb', icon: 'cup' };
