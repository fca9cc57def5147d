import type { FlagSlot } from '#web/parts/user-state/flag-slot.ts';

export const slot: FlagSlot = {
  order: 10,
  of: 'player',
  question: '已登录。要关注这位选手吗？',
  label: '关注',
  already: '你已经关注了这位选手',
  send: (call, id, isOn) =>
    call(isOn ? 'POST /member/contest/follow' : 'POST /member/contest/unfollow', { body: { playerId: id } }),
};
