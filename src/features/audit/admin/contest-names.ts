export const contestActionNames: Readonly<Record<string, string>> = {
  'contest.create': '新建赛季',
  'contest.save': '修改赛季',
  'contest.delete': '删除赛季',
  'contest.disqualify': '取消选手资格',
  'contest.reinstate': '恢复选手资格',
  'contest.recompute': '复算赛季',
  'contest.market.import': '导入行情',
  'contest.market.try': '试行情源',
  'contest.market.pull': '拉取行情',
  'contest.market.rule': '新增交易规则',
  'contest.market.fee': '新增税费规则',
  'contest.market.sessions': '新增交易时间',
};

/** Chinese names of season and market fields in the audit log. */
export const contestFieldNames: Readonly<Record<string, string>> = {
  startsOn: '开始日期',
  endsOn: '结束日期',
  startingCash: '起始资金',
  boards: '可买板块',
  withSt: '可买 ST',
  positionCapBp: '单只持仓上限（万分之一）',
  commissionPpm: '佣金（百万分之一）',
  commissionLeast: '最低佣金',
  indexCode: '对比指数',
  delayDays: '他人交易延后（交易日）',
  forWhom: '谁可以报名',
  prizes: '奖品',
  rules: '规则',
  isPublic: '对读者公开',
  seasonId: '赛季编号',
  file: '文件',
  added: '新增或更新',
  unchanged: '没有变化',
  skipped: '重复跳过',
  failed: '没有写入',
  warned: '请核对',
  board: '板块',
  isSt: '风险警示',
  validFrom: '生效日期',
  lotLeast: '最少买入（股）',
  lotStep: '每次加（股）',
  lotMost: '单笔最多（股）',
  limitBp: '涨跌幅（万分之一）',
  freeDays: '新股不限的天数',
  tick: '最小变动（厘）',
  stampPpm: '印花税（百万分之一）',
  transferPpm: '过户费（百万分之一）',
  parts: '交易时段',
  freshSeconds: '行情有效（秒）',
  generator: '虚构行情发生器',
  pullUrl: '行情地址',
  pullSeconds: '拉取间隔（秒）',
  pullHeader: '请求头',
};

/** Chinese names of field values, by target type and field. */
export const contestValueNames: Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>
> = {
  'contest-season': { forWhom: { member: '全部会员', vip: 'VIP 会员' } },
  'contest-market': { board: { main: '主板', chinext: '创业板', star: '科创板', bse: '北交所' } },
};

/** Chinese names of the contest's target types; an id follows the name. */
export const contestTypeNames: Readonly<Record<string, string>> = {
  'contest-season': '赛季',
  'contest-player': '选手',
  'contest-market': '行情',
};

/** Chinese names of targets that are not a single record. */
export const contestTargetNames: Readonly<Record<string, string>> = {
  'settings:contest': '设置 › 股神争霸',
  'contest-market:instruments': '行情：证券表',
  'contest-market:days': '行情：交易日',
  'contest-market:daily': '行情：日线',
  'contest-market:intraday': '行情：分时',
  'contest-market:dividends': '行情：分红送转',
  'contest-market:source': '行情源',
};
