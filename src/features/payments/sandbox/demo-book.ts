import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DemoTrade } from '../demo/demo-queries.ts';
import { openTradeStore } from './trade-store.ts';

/**
 * Writes the demo's trades into the book of the sandbox gateway, so that it bills and refunds them like those it took
 * itself. May be repeated. `folder` is that of the sandbox.
 */
export function recordDemoTrades(folder: string, trades: readonly DemoTrade[]): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const store = openTradeStore(join(folder, 'book.jsonl'));
  for (const { number, gatewayNumber, title, amount, expiresAt, paidAt, ...refund } of trades) {
    store.saveTrade({
      number,
      gatewayNumber,
      prepayId: `wx${gatewayNumber}`,
      type: 'NATIVE',
      title,
      amount,
      notifyUrl: '',
      expiresAt: expiresAt.getTime(),
      state: 'SUCCESS',
      paidAt: paidAt.getTime(),
      refunded: refund.refundAmount ?? 0,
      openId: 'oSandboxPayer000000000000000',
      isTold: true,
    });
    if (refund.refundNumber && refund.refundedAt)
      store.saveRefund({
        number: refund.refundNumber,
        tradeNumber: number,
        gatewayNumber: refund.refundGatewayNumber ?? '',
        amount: refund.refundAmount ?? 0,
        notifyUrl: '',
        state: 'SUCCESS',
        at: refund.refundedAt.getTime(),
        isTold: true,
      });
  }
}
