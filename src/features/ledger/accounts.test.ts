import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { authorPart, refundEntries, saleEntries } from './accounts.ts';

const sum = (entries: { amount: number }[]) => entries.reduce((total, { amount }) => total + amount, 0);
const of = (entries: { account: string; amount: number }[], account: string) =>
  sum(entries.filter((entry) => entry.account === account));

const sale = { gateway: 'wechat', amount: 1000, authorId: '7', authorShare: 7000 };

describe('saleEntries', () => {
  test('debits the gateway and credits the author and the platform', () => {
    expect(saleEntries(sale)).toEqual([
      { account: 'gateway:wechat', amount: 1000 },
      { account: 'author:7', amount: -700 },
      { account: 'revenue', amount: -300 },
    ]);
  });

  test('credits the platform with everything if there is no author', () => {
    expect(saleEntries({ ...sale, authorId: null })).toEqual([
      { account: 'gateway:wechat', amount: 1000 },
      { account: 'revenue', amount: -1000 },
    ]);
  });

  test('gives the remaining fraction of a fen to the platform', () => {
    expect(authorPart(1, 7000)).toBe(0);
    expect(saleEntries({ ...sale, amount: 1 })).toEqual([
      { account: 'gateway:wechat', amount: 1 },
      { account: 'revenue', amount: -1 },
    ]);
  });
});

test('refunds of the whole in any parts reverse the sale to the fen, and every refund balances', () => {
  const share = fc.integer({ min: 0, max: 10_000 });
  const pieces = fc.array(fc.integer({ min: 1, max: 9_999 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(share, pieces, (authorShare, parts) => {
      const amount = parts.reduce((total, part) => total + part, 0);
      const all = saleEntries({ ...sale, amount, authorShare });
      expect(sum(all)).toBe(0);
      let refunded = 0;
      for (const part of parts) {
        const entries = refundEntries({ ...sale, amount: part, authorShare, refunded });
        expect(sum(entries)).toBe(0);
        expect(entries.every((entry) => entry.amount !== 0)).toBe(true);
        all.push(...entries);
        refunded += part;
      }
      for (const account of ['gateway:wechat', 'author:7', 'revenue']) expect(of(all, account)).toBe(0);
    }),
  );
});
