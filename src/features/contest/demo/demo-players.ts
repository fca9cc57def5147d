export type TradingStyle = {
  /** The share of the player's assets that one purchase uses, before random variation: 0.08 to 0.31. */
  purchaseShare: number;
  /** How actively the player trades, 0.15 to 0.70: a factor of the probability of an order in `placeDemoOrders`. */
  activity: number;
};
export type DemoPlayer = { name: string; mobile: string; style: TradingStyle };

const names = [
  '西窗听雨',
  '北屿老船长',
  '小满不炒股',
  '价值慢牛',
  '追风的阿岑',
  '半仓先生',
  '凌晨四点看盘',
  '豆沙包子',
  '沉默的 K 线',
  '南山放羊',
  '见好就收',
  '一杯乌龙',
  '海棠未雨',
  '老周的算盘',
  '不追高同学',
  '白菜换茅台',
  '止损小能手',
  '隔壁量化班',
  '十年一剑',
  '桂花载酒',
  '橘子海',
  '木子木木',
  '潮汐观察员',
  '第三排学生',
];

/**
 * The invented players of the demo season. Mobile numbers starting with 12 are never assigned. The multipliers vary the
 * styles from player to player and give the same styles in every demo.
 */
export const demoPlayers: readonly DemoPlayer[] = names.map((name, index) => ({
  name,
  mobile: `1200000${String(index + 1).padStart(4, '0')}`,
  style: { purchaseShare: 0.08 + ((index * 7) % 24) / 100, activity: 0.15 + ((index * 5) % 12) / 20 },
}));

export const demoSeason = {
  name: '观澜模拟赛 · 第一季',
  prizes: '冠军：一年 VIP；前十名：三个月 VIP；周榜第一：作者签名书一册。全部为模拟赛奖品，演示用。',
  rules: [
    '<p>这是一场<strong>模拟</strong>炒股赛：证券、行情和资金都是虚构的，与任何真实公司、真实账户无关，也不构成投资建议。</p>',
    '<ul><li>每人初始模拟资金 100 万元，一个手机号限报一次。</li>',
    '<li>按 A 股规则撮合：T+1、涨跌停、最小 100 股（科创板 200 股起）；佣金万分之 2.5，最低 5 元，卖出另收印花税。</li>',
    '<li>单只证券不超过总资产的 40%；风险警示证券不参赛。</li>',
    '<li>名次按收益率排列，每天收盘后清算；他人的成交晚一个交易日公开。</li>',
    '<li>用多个账号参赛或以其他方式作弊的，取消资格。</li></ul>',
  ].join(''),
} as const;
