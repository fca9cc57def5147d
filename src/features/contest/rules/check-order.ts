import { writeMoney } from '#shared/market.ts';
import { type FeeRule, feesOf, type Side } from './fees.ts';
import { amountOf, isOnTick, type Limits } from './prices.ts';
import { type Board, purchaseLotRefusal, saleLotRefusal, type TradeRule } from './trade-rules.ts';

export type Holding = {
  quantity: number;
  frozenQuantity: number;
  boughtOn: string | null;
  boughtQuantity: number;
  /** In fen, with fees. */
  cost: number;
};

/** A player's state when an order is checked; money in fen. */
export type Account = {
  cash: number;
  frozenCash: number;
  holdings: ReadonlyMap<string, Holding>;
  /** Cash frozen by open purchases, by security code. */
  buying: ReadonlyMap<string, number>;
  /** Last prices of the holdings by code, in 厘. */
  prices: ReadonlyMap<string, number>;
};

export type Security = {
  code: string;
  name: string;
  board: Board;
  isSt: boolean;
  rule: TradeRule;
  /** Null before the first quote. */
  last: number | null;
  limits: Limits | null;
  isSuspended: boolean;
};

export type SeasonRule = {
  boards: readonly string[];
  withSt: boolean;
  /** In basis points of a player's assets. */
  positionCapBp: number;
  fees: FeeRule;
};

export type OrderInput = { side: Side; price: number | null; quantity: number };

/** Returns the sellable shares: T+1 excludes shares bought today, and open sales freeze theirs. */
export function sellableQuantity(holding: Holding | undefined, day: string): number {
  if (!holding) return 0;
  const boughtToday = holding.boughtOn === day ? holding.boughtQuantity : 0;
  return Math.max(holding.quantity - holding.frozenQuantity - boughtToday, 0);
}

/** Returns the cash plus the holdings at their last price, in fen. */
export function assetsOf({ cash, holdings, prices }: Account): number {
  let assets = cash;
  for (const [code, { quantity }] of holdings) assets += amountOf(prices.get(code) ?? 0, quantity);
  return assets;
}

/**
 * Checks an order before it is accepted.
 * @returns the refusal, or the cash to freeze: a purchase's worst-case cost with fees, in fen (0 for a sale)
 */
export function checkOrder(
  order: OrderInput,
  security: Security,
  account: Account,
  season: SeasonRule,
  day: string,
): { refusal: string } | { frozenCash: number } {
  const refusal =
    (order.side === 'buy' ? securityRefusal(security, season) : null) ??
    quoteRefusal(security) ??
    priceRefusal(order, security) ??
    (order.side === 'sell'
      ? saleRefusal(order, security, account, day)
      : purchaseLotRefusal(security.rule, order.quantity));
  if (refusal) return { refusal };
  if (order.side === 'sell') return { frozenCash: 0 };
  const amount = amountOf(worstCasePrice(order, security), order.quantity);
  const frozenCash = amount + feesOf('buy', amount, season.fees).total;
  const fundsRefusal =
    cashRefusal(frozenCash, account) ?? positionCapRefusal(amount, security, account, season);
  return fundsRefusal ? { refusal: fundsRefusal } : { frozenCash };
}

/** Applies to purchases only: a holding may be sold even after it came under a risk warning. */
function securityRefusal({ name, board, isSt }: Security, season: SeasonRule): string | null {
  if (!season.boards.includes(board)) return `本赛季不能交易${boardNames[board]}的${name}`;
  if (isSt && !season.withSt) return `本赛季不能交易风险警示证券${name}`;
  return null;
}

function quoteRefusal({ name, last, isSuspended }: Security): string | null {
  if (last === null) return `还没有${name}的行情，暂时不能委托`;
  if (isSuspended) return `${name}今天停牌，不能委托`;
  return null;
}

function priceRefusal({ price }: OrderInput, { rule, limits }: Security): string | null {
  if (price === null) return null;
  if (!Number.isSafeInteger(price) || price <= 0) return '价格应大于 0';
  if (!isOnTick(price, rule.tick)) return `价格应为 ${formatPrice(rule.tick)} 元的整数倍`;
  if (limits && price > limits.up) return `价格高于涨停价 ${formatPrice(limits.up)} 元`;
  if (limits && price < limits.down) return `价格低于跌停价 ${formatPrice(limits.down)} 元`;
  return null;
}

function saleRefusal(
  { quantity }: OrderInput,
  { code, name, rule }: Security,
  { holdings }: Account,
  day: string,
): string | null {
  const holding = holdings.get(code);
  if (!holding || holding.quantity === 0) return `没有持有${name}，不能卖出`;
  const sellable = sellableQuantity(holding, day);
  if (sellable === 0 && holding.boughtOn === day)
    return `${name}是今天买入的，按 T+1 规则下一个交易日才能卖出`;
  return saleLotRefusal(rule, quantity, sellable);
}

function cashRefusal(cost: number, { cash, frozenCash }: Account): string | null {
  const availableCash = cash - frozenCash;
  return cost <= availableCash
    ? null
    : `可用资金不足：需要 ${writeMoney(cost)} 元（含费用），可用 ${writeMoney(availableCash)} 元`;
}

function positionCapRefusal(
  amount: number,
  { code, name, last }: Security,
  account: Account,
  { positionCapBp }: SeasonRule,
): string | null {
  const heldAmount = amountOf(last ?? 0, account.holdings.get(code)?.quantity ?? 0);
  const plannedAmount = heldAmount + (account.buying.get(code) ?? 0) + amount;
  const maxAmount = Math.floor((assetsOf(account) * positionCapBp) / 10_000);
  if (plannedAmount <= maxAmount) return null;
  return `单只持仓最多占总资产的 ${positionCapBp / 100}%，${name}最多再买 ${writeMoney(Math.max(maxAmount - plannedAmount + amount, 0))} 元`;
}

/** Returns the highest price an order can fill at: at market the upper limit, or 110 % of the last price. */
export function worstCasePrice({ price }: OrderInput, { last, limits, rule }: Security): number {
  if (price !== null) return price;
  return limits?.up ?? Math.ceil(((last ?? 0) * 1.1) / rule.tick) * rule.tick;
}

/**
 * Returns the largest quantity that could be ordered now at the order's price: the sellable shares, or the whole lots
 * that the cash and the cap allow.
 */
export function maxOrderQuantity(
  order: OrderInput,
  security: Security,
  account: Account,
  season: SeasonRule,
  day: string,
): number {
  const { code, rule, last } = security;
  if (order.side === 'sell') return Math.min(sellableQuantity(account.holdings.get(code), day), rule.lotMost);
  const price = worstCasePrice(order, security);
  if (price <= 0) return 0;
  const heldAmount = amountOf(last ?? 0, account.holdings.get(code)?.quantity ?? 0);
  const remainingCap =
    Math.floor((assetsOf(account) * season.positionCapBp) / 10_000) -
    heldAmount -
    (account.buying.get(code) ?? 0);
  const availableCash = account.cash - account.frozenCash;
  const roundDownToLot = (quantity: number) =>
    quantity < rule.lotLeast ? 0 : quantity - ((quantity - rule.lotLeast) % rule.lotStep);
  const isAffordable = (quantity: number) => {
    const amount = amountOf(price, quantity);
    return amount <= remainingCap && amount + feesOf('buy', amount, season.fees).total <= availableCash;
  };
  let quantity = roundDownToLot(
    Math.min(Math.floor((Math.min(remainingCap, availableCash) * 10) / price), rule.lotMost),
  );
  while (quantity > 0 && !isAffordable(quantity)) quantity = roundDownToLot(quantity - rule.lotStep);
  return quantity;
}

/** The names of the boards, in the order people list them. */
export const boardNames: Readonly<Record<Board, string>> = {
  main: '主板',
  chinext: '创业板',
  star: '科创板',
  bse: '北交所',
};

/** Formats 厘 as yuan: 10_500 is 10.50. */
function formatPrice(price: number): string {
  const digits = String(price).padStart(4, '0');
  return `${digits.slice(0, -3)}.${digits.slice(-3).replace(/0$/, '')}`;
}
