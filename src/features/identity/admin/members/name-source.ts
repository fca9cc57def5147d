const names: Readonly<Record<string, string>> = {
  staff: '编辑部',
  'command-line': '命令行',
  cli: '命令行',
  demo: '示例',
  order: '购买',
  trial: '体验',
  redeem: '兑换码',
  import: '导入',
};

/** Returns where a grant came from in the words of staff: `order:7` is 购买（订单 7）. */
export function nameSource(source: string): string {
  const [kind = '', ...rest] = source.split(':');
  const name = names[kind] ?? '其他';
  const order = /(?:^|:)order:(\d+)$/.exec(source)?.[1];
  if (order) return `${name}（订单 ${order}）`;
  return kind === 'redeem' && rest[0] ? `${name}（编号 ${rest[0]}）` : name;
}
