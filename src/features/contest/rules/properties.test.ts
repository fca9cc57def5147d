import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Account,
  checkOrder,
  type Holding,
  maxOrderQuantity,
  type Security,
  sellableQuantity,
} from './check-order.ts';
import { feesOf } from './fees.ts';
import { matchOrder } from './match.ts';
import { amountOf, isOnTick, priceLimitsOf } from './prices.ts';
import {
  type Board,
  priceLimitsByRule,
  purchaseLotRefusal,
  ruleOn,
  saleLotRefusal,
  type TradeRule,
} from './trade-rules.ts';

/**
 * Properties that hold for any numbers. Each restates a rule independently of the implementation, with bigint where
 * rounding matters.
 */

const boards = ['main', 'chinext', 'star', 'bse'] as const;
/** As on the exchanges. */
const lots: Readonly<Record<Board, { lotLeast: number; lotStep: number; limitBp: number }>> = {
  main: { lotLeast: 100, lotStep: 100, limitBp: 1_000 },
  chinext: { lotLeast: 100, lotStep: 100, limitBp: 2_000 },
  star: { lotLeast: 200, lotStep: 1, limitBp: 2_000 },
  bse: { lotLeast: 100, lotStep: 1, limitBp: 3_000 },
};
const ruleOf = (board: Board): TradeRule => ({
  board,
  isSt: false,
  validFrom: '2020-01-01',
  lotMost: 100_000,
  freeDays: 5,
  tick: 10,
  ...lots[board],
});

const price = fc.integer({ min: 1, max: 300_000 }).map((ticks) => ticks * 10);
const amount = fc.integer({ min: 1, max: 100_000_000_000 });
const board = fc.constantFrom(...boards);
const day = fc.integer({ min: 0, max: 40 }).map((n) => new Date(n * 86_400_000).toISOString().slice(0, 10));

describe('daily price limits', () => {
  test('are on a tick, within half a tick of the exact ratio of the last close, and at least a tick away from it', () => {
    fc.assert(
      fc.property(price, fc.integer({ min: 1, max: 9_999 }), (close, bp) => {
        const limits = priceLimitsOf(close, bp, 10);
        if (!limits) throw new Error('no limits');
        for (const [limit, sign] of [
          [limits.up, 1],
          [limits.down, -1],
        ] as const) {
          expect(isOnTick(limit, 10)).toBe(true);
          const exact = BigInt(close) * BigInt(10_000 + sign * bp);
          const deviation = BigInt(limit) * 10_000n - exact;
          const isNear = deviation > -50_000n && deviation <= 50_000n;
          const isOneTickAway = limit === 10 || limit === close + sign * 10;
          expect(isNear || isOneTickAway).toBe(true);
        }
        expect(limits.up).toBeGreaterThan(close);
        expect(limits.down).toBeGreaterThanOrEqual(10);
      }),
    );
  });

  test('are monotonic: a higher close never has lower limits', () => {
    fc.assert(
      fc.property(price, fc.integer({ min: 1, max: 9_999 }), (close, bp) => {
        const [one, next] = [priceLimitsOf(close, bp, 10), priceLimitsOf(close + 10, bp, 10)];
        expect(next?.up).toBeGreaterThanOrEqual(one?.up ?? 0);
        expect(next?.down).toBeGreaterThanOrEqual(one?.down ?? 0);
      }),
    );
  });
});

describe('a table of dated rules', () => {
  const row = fc.record({
    board,
    isSt: fc.boolean(),
    validFrom: day,
    limitBp: fc.integer({ min: 1, max: 9_999 }),
  });

  test('returns the last row of the board up to a day, and switches on the day of the next row', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(row, { selector: (one) => `${one.board}${one.isSt}${one.validFrom}`, maxLength: 30 }),
        board,
        fc.boolean(),
        day,
        (rows, wantedBoard, isSt, on) => {
          const table = rows.map((one) => ({ ...ruleOf(one.board), ...one }));
          const [newest] = rows
            .filter((one) => one.board === wantedBoard && one.isSt === isSt && one.validFrom <= on)
            .sort((one, other) => (one.validFrom > other.validFrom ? -1 : 1));
          if (newest) expect(ruleOn(table, wantedBoard, isSt, on)).toMatchObject(newest);
          else expect(() => ruleOn(table, wantedBoard, isSt, on)).toThrow('no trade rule');
        },
      ),
    );
  });

  test('a wider limit applies to the prices of its day, not of the day before', () => {
    const st = { ...ruleOf('main'), isSt: true, limitBp: 500, validFrom: '1998-04-22' };
    const table = [{ ...st, limitBp: 1_000, validFrom: '2026-07-06' }, st];
    const limitsAt = (on: string) => priceLimitsByRule(ruleOn(table, 'main', true, on), 10_000, 100);
    expect(limitsAt('2026-07-05')).toEqual({ up: 10_500, down: 9_500 });
    expect(limitsAt('2026-07-06')).toEqual({ up: 11_000, down: 9_000 });
  });
});

describe('fees', () => {
  const rule = fc.record({
    commissionPpm: fc.integer({ min: 0, max: 3_000 }),
    commissionLeast: fc.integer({ min: 0, max: 1_000 }),
    stampPpm: fc.integer({ min: 0, max: 10_000 }),
    transferPpm: fc.integer({ min: 0, max: 10_000 }),
  });
  /** Half up, without a float. */
  const exactFee = (tradedAmount: number, ppm: number) =>
    Number((2n * BigInt(tradedAmount) * BigInt(ppm) + 1_000_000n) / 2_000_000n);

  test('are each the rate times the amount, rounded half up to a fen, with a minimum commission', () => {
    fc.assert(
      fc.property(rule, amount, (given, tradedAmount) => {
        const [bought, sold] = [feesOf('buy', tradedAmount, given), feesOf('sell', tradedAmount, given)];
        const commission = Math.max(exactFee(tradedAmount, given.commissionPpm), given.commissionLeast);
        const transfer = exactFee(tradedAmount, given.transferPpm);
        const stamp = exactFee(tradedAmount, given.stampPpm);
        expect(bought).toEqual({ commission, transfer, stamp: 0, total: commission + transfer });
        expect(sold).toEqual({ commission, transfer, stamp, total: commission + transfer + stamp });
      }),
    );
  });
});

describe('an order and a quote', () => {
  const base = Date.parse('2026-11-20T10:00:00+08:00');
  const limits = { up: 11_000, down: 9_000 };
  const case_ = fc.record({
    side: fc.constantFrom('buy' as const, 'sell' as const),
    price: fc.option(fc.integer({ min: 900, max: 1_100 }).map((ticks) => ticks * 10)),
    last: fc.oneof(
      fc.constantFrom(9_000, 11_000),
      fc.integer({ min: 900, max: 1_100 }).map((n) => n * 10),
    ),
    // Delays from order to quote and from quote to now, in ms.
    sooner: fc.integer({ min: -2_000, max: 2_000 }),
    age: fc.integer({ min: 0, max: 120_000 }),
    isSuspended: fc.boolean(),
    hasLimits: fc.boolean(),
  });

  test('match only if the quote is later, fresh, trading, off the wrong limit, and at the order’s price or better', () => {
    fc.assert(
      fc.property(case_, ({ side, price: limitPrice, last, sooner, age, isSuspended, hasLimits }) => {
        const quote = { at: new Date(base + sooner), last, limits: hasLimits ? limits : null, isSuspended };
        const order = { side, price: limitPrice, placedAt: new Date(base) };
        const found = matchOrder(order, quote, { now: new Date(base + sooner + age), freshMs: 60_000 });
        const isLocked = hasLimits && last === (side === 'buy' ? limits.up : limits.down);
        const isReached = limitPrice === null || (side === 'buy' ? limitPrice >= last : limitPrice <= last);
        const fills = sooner > 0 && age <= 60_000 && !isSuspended && !isLocked && isReached;
        expect(found).toEqual(fills ? { price: last } : { waits: expect.any(String) });
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('lots', () => {
  test('a purchase is the minimum plus whole steps, on every board', () => {
    fc.assert(
      fc.property(board, fc.integer({ min: -10, max: 2_000 }), (on, quantity) => {
        const { lotLeast, lotStep } = lots[on];
        const whole = new Set(Array.from({ length: 2_001 }, (_, n) => lotLeast + n * lotStep));
        expect(purchaseLotRefusal(ruleOf(on), quantity) === null).toBe(whole.has(quantity));
      }),
    );
  });

  test('all sellable shares can be sold at once, and an odd lot only as a whole, so that sales create no new odd lots', () => {
    fc.assert(
      fc.property(
        board,
        fc.integer({ min: 1, max: 3_000 }),
        fc.integer({ min: 1, max: 3_100 }),
        (on, held, sold) => {
          const rule = ruleOf(on);
          expect(saleLotRefusal(rule, held, held)).toBeNull();
          if (saleLotRefusal(rule, sold, held) !== null) return;
          expect(sold).toBeLessThanOrEqual(held);
          const odd = held % 100;
          if (rule.lotStep === 100) expect([0, odd]).toContain((held - sold) % 100);
          else expect(sold === held || sold >= rule.lotLeast).toBe(true);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('the maximum order quantity', () => {
  const today = '2026-11-20';
  const season = {
    boards: [...boards],
    withSt: false,
    positionCapBp: 4_000,
    fees: { commissionPpm: 250, commissionLeast: 500, stampPpm: 500, transferPpm: 10 },
  };
  const given = fc.record({
    on: board,
    last: fc.integer({ min: 10, max: 20_000 }).map((ticks) => ticks * 10),
    atMarket: fc.boolean(),
    cash: fc.integer({ min: 0, max: 100_000_000 }),
    frozen: fc.integer({ min: 0, max: 30_000_000 }),
    buying: fc.integer({ min: 0, max: 30_000_000 }),
    held: fc.integer({ min: 0, max: 250_000 }),
    frozenShares: fc.integer({ min: 0, max: 250_000 }),
    boughtToday: fc.integer({ min: 0, max: 250_000 }),
    cap: fc.integer({ min: 100, max: 10_000 }),
  });

  function checkCase(one: typeof given extends fc.Arbitrary<infer T> ? T : never) {
    const rule = ruleOf(one.on);
    const security: Security = {
      code: '697012',
      name: '禾垣电力',
      board: one.on,
      isSt: false,
      rule,
      last: one.last,
      limits: priceLimitsOf(one.last, rule.limitBp, rule.tick),
      isSuspended: false,
    };
    const holding: Holding = {
      quantity: one.held,
      frozenQuantity: Math.min(one.frozenShares, one.held),
      boughtOn: today,
      boughtQuantity: Math.min(one.boughtToday, one.held),
      cost: amountOf(one.last, one.held),
    };
    const account: Account = {
      cash: one.cash + one.frozen,
      frozenCash: one.frozen,
      holdings: new Map([['697012', holding]]),
      buying: new Map([['697012', Math.min(one.buying, one.frozen)]]),
      prices: new Map([['697012', one.last]]),
    };
    const rules = { ...season, positionCapBp: one.cap };
    const order = (side: 'buy' | 'sell', quantity: number) => ({
      side,
      quantity,
      price: one.atMarket ? null : one.last,
    });
    return {
      rule,
      sellable: sellableQuantity(holding, today),
      most: (side: 'buy' | 'sell') => maxOrderQuantity(order(side, 1), security, account, rules, today),
      isTaken: (side: 'buy' | 'sell', quantity: number) =>
        !('refusal' in checkOrder(order(side, quantity), security, account, rules, today)),
    };
  }

  test('of a purchase is accepted, and one lot step more is refused', () => {
    fc.assert(
      fc.property(given, (one) => {
        const { rule, most, isTaken } = checkCase(one);
        const largest = most('buy');
        if (largest > 0) expect(isTaken('buy', largest)).toBe(true);
        expect(isTaken('buy', largest === 0 ? rule.lotLeast : largest + rule.lotStep)).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  test('of a sale is accepted, and equals the sellable shares up to the maximum of an order', () => {
    fc.assert(
      fc.property(given, (one) => {
        const { rule, sellable, most, isTaken } = checkCase(one);
        const largest = most('sell');
        expect(largest).toBe(Math.min(sellable, rule.lotMost));
        if (largest > 0) expect(isTaken('sell', largest)).toBe(true);
        expect(isTaken('sell', largest + rule.lotStep)).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });
});
