/**
 * An independent model of the contest, for tests to compare with: whole lots on the main board, price limits of 10 %,
 * T+1, the season's fees. Money in fen, prices in 厘. It shares no code with the rules and does not use the database.
 */
export type ModelOrder = {
  side: 'buy' | 'sell';
  code: string;
  price: number | null;
  quantity: number;
  frozen: number;
  day: number;
  at: number;
  state: 'open' | 'filled' | 'cancelled' | 'expired';
};

export type ModelQuote = { at: number; last: number; previous: number; isSuspended: boolean };

type Lot = { code: string; quantity: number; day: number; cost: number };

/** A player's state at the end of a day, with counts since the player joined. */
export type ModelDay = {
  day: string;
  cash: number;
  worth: number;
  peak: number;
  /** In millionths. */
  drawdown: number;
  sales: number;
  won: number;
};

export class ContestModel {
  cash: number;
  readonly orders: ModelOrder[] = [];
  readonly days: ModelDay[] = [];
  readonly startingCash: number;
  #sales = 0;
  #won = 0;
  readonly #shares = new Map<string, { quantity: number; cost: number; fresh: Lot[] }>();
  readonly #capShare: number;

  constructor(cash: number, capShare: number) {
    this.cash = cash;
    this.startingCash = cash;
    this.#capShare = capShare;
  }

  get frozenCash(): number {
    return this.orders.filter(({ state }) => state === 'open').reduce((sum, { frozen }) => sum + frozen, 0);
  }

  quantityOf(code: string): number {
    return this.#shares.get(code)?.quantity ?? 0;
  }

  costOf(code: string): number {
    return this.#shares.get(code)?.cost ?? 0;
  }

  frozenQuantityOf(code: string): number {
    return this.orders
      .filter((order) => order.state === 'open' && order.side === 'sell' && order.code === code)
      .reduce((sum, { quantity }) => sum + quantity, 0);
  }

  /** @returns whether the order is accepted */
  place(
    order: Pick<ModelOrder, 'side' | 'code' | 'price' | 'quantity'>,
    quotes: ReadonlyMap<string, ModelQuote>,
    clock: { day: number; at: number },
  ): boolean {
    const quote = quotes.get(order.code);
    if (!quote || quote.isSuspended) return false;
    const [down, up] = [limit(quote.previous, 0.9), limit(quote.previous, 1.1)];
    const { side, code, price, quantity } = order;
    if (price !== null && (price % 10 !== 0 || price < down || price > up)) return false;
    let frozen = 0;
    if (side === 'buy') {
      if (quantity <= 0 || quantity % 100 !== 0) return false;
      const worth = Math.round(((price ?? up) * quantity) / 10);
      frozen = worth + buyFees(worth);
      if (frozen > this.cash - this.frozenCash) return false;
      const open = this.orders.filter(
        (one) => one.state === 'open' && one.side === 'buy' && one.code === code,
      );
      const exposure =
        Math.round((quote.last * this.quantityOf(code)) / 10) +
        open.reduce((sum, one) => sum + one.frozen, 0) +
        worth;
      if (exposure > Math.floor(this.#assets(quotes) * this.#capShare)) return false;
    } else {
      const fresh = this.#shares.get(code)?.fresh ?? [];
      const bought = fresh.filter((lot) => lot.day === clock.day).reduce((sum, lot) => sum + lot.quantity, 0);
      const sellable = this.quantityOf(code) - bought - this.frozenQuantityOf(code);
      if (quantity <= 0 || quantity > sellable) return false;
      if (quantity % 100 !== 0 && quantity % 100 !== sellable % 100) return false;
    }
    this.orders.push({ ...order, frozen, day: clock.day, at: clock.at, state: 'open' });
    return true;
  }

  /** Fills the orders that the quotes reach, oldest first. */
  fill(quotes: ReadonlyMap<string, ModelQuote>, clock: { day: number; at: number; fresh: number }): void {
    for (const order of this.orders) {
      const quote = quotes.get(order.code);
      if (order.state !== 'open' || order.day !== clock.day || !quote || quote.isSuspended) continue;
      if (quote.at <= order.at || clock.at - quote.at > clock.fresh) continue;
      const { side, code, price, quantity } = order;
      if (
        side === 'buy' &&
        (quote.last >= limit(quote.previous, 1.1) || (price !== null && quote.last > price))
      )
        continue;
      if (
        side === 'sell' &&
        (quote.last <= limit(quote.previous, 0.9) || (price !== null && quote.last < price))
      )
        continue;
      const worth = Math.round((quote.last * quantity) / 10);
      const held = this.#shares.get(code) ?? { quantity: 0, cost: 0, fresh: [] };
      if (side === 'buy') {
        const cost = worth + buyFees(worth);
        order.state = 'filled';
        this.cash -= cost;
        held.fresh.push({ code, quantity, day: clock.day, cost });
        this.#shares.set(code, { ...held, quantity: held.quantity + quantity, cost: held.cost + cost });
      } else {
        const net = worth - buyFees(worth) - Math.round(worth / 2000);
        if (this.cash - this.frozenCash + net < 0) continue;
        order.state = 'filled';
        this.cash += net;
        const cost =
          quantity === held.quantity ? held.cost : Math.floor((held.cost * quantity) / held.quantity);
        this.#shares.set(code, { ...held, quantity: held.quantity - quantity, cost: held.cost - cost });
        this.#sales += 1;
        if (net > cost) this.#won += 1;
      }
    }
  }

  cancel(index: number): boolean {
    const order = this.orders[index];
    if (order?.state !== 'open') return false;
    order.state = 'cancelled';
    return true;
  }

  /** Ends the trading day: values the holdings at the closing prices and records the result. */
  endDay(day: string, closes: ReadonlyMap<string, number>): void {
    let worth = 0;
    for (const [code, { quantity }] of this.#shares)
      worth += Math.round(((closes.get(code) ?? 0) * quantity) / 10);
    const assets = this.cash + worth;
    const before = this.days.at(-1);
    const peak = Math.max(before?.peak ?? this.startingCash, assets);
    const drawdown = Math.max(before?.drawdown ?? 0, Math.floor(((peak - assets) * 1_000_000) / peak));
    this.days.push({ day, cash: this.cash, worth, peak, drawdown, sales: this.#sales, won: this.#won });
  }

  /** Expires open orders of days up to this one; it may be called a day late. */
  expire(until: number): void {
    for (const order of this.orders)
      if (order.state === 'open' && order.day <= until) order.state = 'expired';
  }

  /**
   * @param cash in 厘 per ten shares
   * @param bonus in thousandths of a share per ten shares
   */
  receive(code: string, cash: number, bonus: number): void {
    const held = this.#shares.get(code);
    if (!held || held.quantity === 0) return;
    this.cash += Math.floor((held.quantity * cash) / 100);
    this.#shares.set(code, {
      ...held,
      quantity: held.quantity + Math.floor((held.quantity * bonus) / 10_000),
    });
  }

  #assets(quotes: ReadonlyMap<string, ModelQuote>): number {
    let assets = this.cash;
    for (const [code, { quantity }] of this.#shares)
      assets += Math.round(((quotes.get(code)?.last ?? 0) * quantity) / 10);
    return assets;
  }
}

export type ModelLine = {
  name: string;
  place: number;
  gain: number;
  assets: number;
  drawdown: number;
  winRate: number | null;
};

/**
 * Computes a board as of the last of these days: each player's return since the last day before this day, week or
 * month, or since joining if the player joined later. Equal returns share a place.
 */
export function modelBoard(
  people: readonly { name: string; model: ContestModel }[],
  period: 'day' | 'week' | 'month' | 'season',
  days: readonly string[],
): ModelLine[] {
  const today = days.at(-1) ?? '';
  const base = days.findLast((day) => isBefore(day, today, period));
  const lines = people.flatMap(({ name, model }) => {
    const now = model.days.find(({ day }) => day === today);
    if (!now) return [];
    const baseDay = model.days.find(({ day }) => day === base);
    const was = baseDay ? baseDay.cash + baseDay.worth : model.startingCash;
    const assets = now.cash + now.worth;
    const gain = Math.floor(((assets - was) * 1_000_000) / was);
    const winRate = now.sales === 0 ? null : Math.floor((now.won * 1_000_000) / now.sales);
    return [{ name, gain, assets, drawdown: now.drawdown, winRate }];
  });
  return lines.map((line) => ({ ...line, place: 1 + lines.filter(({ gain }) => gain > line.gain).length }));
}

function isBefore(day: string, today: string, period: 'day' | 'week' | 'month' | 'season'): boolean {
  if (period === 'season') return false;
  if (period === 'day') return day < today;
  if (period === 'month') return day.slice(0, 7) < today.slice(0, 7);
  const date = new Date(`${today}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return day < date.toISOString().slice(0, 10);
}

/** Commission of 0.025 %, at least 5 yuan, and the transfer fee of 0.001 %. */
const buyFees = (worth: number): number =>
  Math.max(Math.round(worth / 4000), 500) + Math.round(worth / 100_000);

function limit(previous: number, times: number): number {
  // Computed in fen, since 1.1 has no exact float.
  const fen = (previous / 10) * (times > 1 ? 110 : 90);
  const rounded = Math.floor(fen / 100 + 0.5) * 10;
  return times > 1 ? Math.max(rounded, previous + 10) : Math.max(Math.min(rounded, previous - 10), 10);
}
