import type { SearchSlot } from '#web/parts/search-slot.ts';

export const slot: SearchSlot = {
  order: 10,
  loadWords: (fetchCall) => fetchCall('GET /reception/hotWords', undefined, { isSilent: true }),
};
