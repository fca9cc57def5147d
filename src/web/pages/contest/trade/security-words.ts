import type { Instrument } from '#features/contest/schema.ts';

const boards: Readonly<Record<string, string>> = {
  main: '主板',
  chinext: '创业板',
  star: '科创板',
  bse: '北交所',
  index: '指数',
};

/** What stands beside a security's code: its board, and ST. */
export const marksOf = ({ board, isSt }: Pick<Instrument, 'board' | 'isSt'>): string[] => [
  ...(boards[board] ? [boards[board]] : []),
  ...(isSt ? ['ST 风险警示'] : []),
];
