import { writeMoney } from '#shared/market.ts';
import { type FeeRule, feesOf, type Side } from './fees.ts';
import { amountOf, isOnTick, type Limits } from './prices.ts';
import { type Board, refuseBoughtLot, refuseSoldLot, type TradeRule } from './trade-rules.ts';

export type Holding = {
  quantity: number;
  frozenQuantity: number;
  boughtOn: string | null;
  boughtQuantity: number;
  /** In fen, with fees. */
  cost: number;
};

/** What a player has when an order is looked at; money in fen. */
export type Account = {
  cash: number;
  frozenCash: number;
  holdings: ReadonlyMap<string, Holding>;
  /** What open purchases of a security hold back, by its code. */
  buying: ReadonlyMap<string, number>;
  /** The last price of what is held, by code, in 厘. */
  prices: ReadonlyMap<string, number>;
};

export type Security = {
  code: string;
  name: string;
  board: Board;
  isSt: boolean;
  rule: TradeRule;
  /** Null while nothing is known of it today or before. */
  last: number | null;
  limits: Limits | null;
  isSuspended: boolean;
};

export type SeasonRule = {
  boards: readonly string[];
  withSt: boolean;
  /** In hundredths of a percent of a player's assets. */
  positionCapBp: number;
  fees: FeeRule;
};

export type OrderInput = { side: Side; price: number | null; quantity: number };

/** T+1: what was bought today, and what other sales hold back, cannot be sold. */
export function sellableOf(holding: Holding | undefined, day: string): number {
  if (!holding) return 0;
  const bought = holding.boughtOn === day ? holding.boughtQuantity : 0;
  return Math.max(holding.quantity - holding.frozenQuantity - bought, 0);
}

/** Cash and what is held at its last price, in fen. */
export function assetsOf({ cash, holdings, prices }: Account): number {
  let assets = cash;
  for (const [code, { quantity }] of holdings) assets += amountOf(prices.get(code) ?? 0, quantity);
  return assets;
}

/**
 * Looks at an order before it is taken.
 * @returns why it is refused, or what a purchase holds back: the worst it can cost with fees, in fen (0 for a sale)
 */
export function checkOrder(
  order: OrderInput,
  security: Security,
  account: Account,
  season: SeasonRule,
  day: string,
): { refusal: string } | { frozenCash: number } {
  const refusal =
    (order.side === 'buy' ? refuseChoice(security, season) : null) ??
    refuseMoment(security) ??
    refusePrice(order, security) ??
    (order.side === 'sell'
      ? refuseSale(order, security, account, day)
      : refuseBoughtLot(security.rule, order.quantity));
  if (refusal) return { refusal };
  if (order.side === 'sell') return { frozenCash: 0 };
  const amount = amountOf(worstPrice(order, security), order.quantity);
  const frozenCash = amount + feesOf('buy', amount, season.fees).total;
  const tooMuch = refuseCost(frozenCash, account) ?? refusePosition(amount, security, account, season);
  return tooMuch ? { refusal: tooMuch } : { frozenCash };
}

/** Of purchases alone: what is held may be sold, also once it is under a risk warning. */
function refuseChoice({ name, board, isSt }: Security, season: SeasonRule): string | null {
  if (!season.boards.includes(board)) return `本赛季不能交易${boardNames[board]}的${name}`;
  if (isSt && !season.withSt) return `本赛季不能交易风险警示证券${name}`;
  return null;
}

function refuseMoment({ name, last, isSuspended }: Security): string | null {
  if (last === null) return `还没有${name}的行情，暂时不能委托`;
  if (isSuspended) return `${name}今天停牌，不能委托`;
  return null;
}

function refusePrice({ price }: OrderInput, { rule, limits }: Security): string | null {
  if (price === null) return null;
  if (!Number.isSafeInteger(price) || price <= 0) return '价格（price）应大于 0';
  if (!isOnTick(price, rule.tick)) return `价格（price）应为 ${spell(rule.tick)} 元的整数倍`;
  if (limits && price > limits.up) return `价格（price）高于涨停价 ${spell(limits.up)} 元`;
  if (limits && price < limits.down) return `价格（price）低于跌停价 ${spell(limits.down)} 元`;
  return null;
}

function refuseSale(
  { quantity }: OrderInput,
  { code, name, rule }: Security,
  { holdings }: Account,
  day: string,
): string | null {
  const holding = holdings.get(code);
  if (!holding || holding.quantity === 0) return `没有持有${name}，不能卖出`;
  const sellable = sellableOf(holding, day);
  if (sellable === 0 && holding.boughtOn === day)
    return `${name}是今天买入的，按 T+1 规则下一个交易日才能卖出`;
  return refuseSoldLot(rule, quantity, sellable);
}

function refuseCost(cost: number, { cash, frozenCash }: Account): string | null {
  const free = cash - frozenCash;
  return cost <= free
    ? null
    : `可用资金不足：需要 ${writeMoney(cost)} 元（含费用），可用 ${writeMoney(free)} 元`;
}

function refusePosition(
  amount: number,
  { code, name, last }: Security,
  account: Account,
  { positionCapBp }: SeasonRule,
): string | null {
  const held = amountOf(last ?? 0, account.holdings.get(code)?.quantity ?? 0);
  const planned = held + (account.buying.get(code) ?? 0) + amount;
  const most = Math.floor((assetsOf(account) * positionCapBp) / 10_000);
  if (planned <= most) return null;
  return `单只持仓最多占总资产的 ${positionCapBp / 100}%，${name}最多再买 ${writeMoney(Math.max(most - planned + amount, 0))} 元`;
}

/** The dearest an order at market can be: the limit, and a tenth above the last price where there is none. */
export function worstPrice({ price }: OrderInput, { last, limits, rule }: Security): number {
  if (price !== null) return price;
  return limits?.up ?? Math.ceil(((last ?? 0) * 1.1) / rule.tick) * rule.tick;
}

/** The most that could be traded at an order's price now: what can be sold, or paid for within the cap, in whole lots. */
export function largestOrder(
  order: OrderInput,
  security: Security,
  account: Account,
  season: SeasonRule,
  day: string,
): number {
  const { code, rule, last } = security;
  if (order.side === 'sell') return Math.min(sellableOf(account.holdings.get(code), day), rule.lotMost);
  const price = worstPrice(order, security);
  if (price <= 0) return 0;
  const held = amountOf(last ?? 0, account.holdings.get(code)?.quantity ?? 0);
  const cap =
    Math.floor((assetsOf(account) * season.positionCapBp) / 10_000) - held - (account.buying.get(code) ?? 0);
  const free = account.cash - account.frozenCash;
  const inLots = (quantity: number) =>
    quantity < rule.lotLeast ? 0 : quantity - ((quantity - rule.lotLeast) % rule.lotStep);
  const affords = (quantity: number) => {
    const amount = amountOf(price, quantity);
    return amount <= cap && amount + feesOf('buy', amount, season.fees).total <= free;
  };
  let quantity = inLots(Math.min(Math.floor((Math.min(cap, free) * 10) / price), rule.lotMost));
  while (quantity > 0 && !affords(quantity)) quantity = inLots(quantity - rule.lotStep);
  return quantity;
}

/** Boards as people call them. */
export const boardNames: Readonly<Record<Board, string>> = {
  main: '主板',
  chinext: '创业板',
  star: '科创板',
  bse: '北交所',
};

/** 厘 as yuan: 10_500 is 10.50. */
function spell(price: number): string {
  const digits = String(price).padStart(4, '0');
  return `${digits.slice(0, -3)}.${digits.slice(-3).replace(/0$/, '')}`;
}
