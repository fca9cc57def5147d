import type { FlagSlot } from '#web/parts/user-state/flag-slot.ts';

export const slot: FlagSlot = {
  order: 20,
  of: 'stock',
  question: '已登录。要加自选吗？',
  label: '加自选',
  already: '它已经在你的自选股里',
  send: (call, id, isOn) =>
    call(isOn ? 'POST /member/addWatchedStock' : 'POST /member/deleteWatchedStock', { query: { code: id } }),
};
