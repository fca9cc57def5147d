const boardNames: Readonly<Record<string, string>> = {
  main: '主板',
  chinext: '创业板',
  star: '科创板',
  bse: '北交所',
  index: '指数',
};

/** Returns the tags beside a security's code: its board, and ST. */
export const securityTags = ({ board, isSt }: { board: string; isSt: boolean }): string[] => [
  ...(boardNames[board] ? [boardNames[board]] : []),
  ...(isSt ? ['ST 风险警示'] : []),
];
