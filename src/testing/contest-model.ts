/**
 * The contest told a second time, plainly and on its own, for tests to compare with: whole lots of the main board,
 * limits of 10 %, T+1, fees by the season. Money in fen, prices in 厘. It knows nothing of the database or of the rules'
 * own code.
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

export class ContestModel {
  cash: number;
  readonly orders: ModelOrder[] = [];
  readonly #shares = new Map<string, { quantity: number; cost: number; fresh: Lot[] }>();
  readonly #capShare: number;

  constructor(cash: number, capShare: number) {
    this.cash = cash;
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

  /** @returns whether the order is taken */
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
      const planned =
        Math.round((quote.last * this.quantityOf(code)) / 10) +
        open.reduce((sum, one) => sum + one.frozen, 0) +
        worth;
      if (planned > Math.floor(this.#assets(quotes) * this.#capShare)) return false;
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

  /** Fills what the quotes reach, oldest first. */
  fill(quotes: ReadonlyMap<string, ModelQuote>, clock: { day: number; at: number; fresh: number }): void {
    for (const order of this.orders) {
      const quote = quotes.get(order.code);
      if (order.state !== 'open' || !quote || quote.isSuspended) continue;
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
      }
    }
  }

  cancel(index: number): boolean {
    const order = this.orders[index];
    if (order?.state !== 'open') return false;
    order.state = 'cancelled';
    return true;
  }

  endDay(): void {
    for (const order of this.orders) if (order.state === 'open') order.state = 'expired';
  }

  /** @param cash 厘 for every ten shares; @param bonus thousandths of a share for every ten */
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

/** Commission of 0.025 %, 5 yuan at least, and the transfer fee of 0.001 %. */
const buyFees = (worth: number): number =>
  Math.max(Math.round(worth / 4000), 500) + Math.round(worth / 100_000);

function limit(previous: number, times: number): number {
  // In fen, since a float's 1.1 is not 1.1.
  const fen = (previous / 10) * (times > 1 ? 110 : 90);
  const rounded = Math.floor(fen / 100 + 0.5) * 10;
  return times > 1 ? Math.max(rounded, previous + 10) : Math.max(Math.min(rounded, previous - 10), 10);
}
