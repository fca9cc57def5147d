import { useCallback, useEffect, useRef, useState } from 'react';
import type { OrderDetail, OrderInput } from '#features/orders/calls.ts';
import type { PayStart } from '#features/payments/calls.ts';
import { silent, useAct } from '../use-act.ts';
import type { Way } from './channels.ts';
import { goToWechat, payInWechat } from './in-wechat.ts';

/** How often it is asked whether the money has come, in ms; only while somebody looks. */
const askEveryMs = 2000;

export type Payment = {
  /** The order once there is one; its `state` says how far it is. */
  order: OrderDetail | null;
  /** How to go on paying: a code to scan or an address to go to. */
  start: PayStart | null;
  isBusy: boolean;
  error: string | undefined;
  /** Makes the order, or takes up the pending one for the same thing, and begins to pay it. */
  buy: (input: OrderInput, way: Way | undefined) => Promise<void>;
  /** Takes up an order that was made before. */
  resume: (orderId: string, way: Way | undefined) => Promise<void>;
  /** Pays the order another way. */
  payBy: (way: Way) => Promise<void>;
  /** Asks now whether it is paid; answers whether it is. */
  check: () => Promise<boolean>;
  cancel: () => Promise<void>;
  fail: (message: string | undefined) => void;
};

/**
 * An order and its payment. The money comes to the server, never to this page: it only asks the server whether it
 * came, while it is looked at and again as soon as it is.
 */
export function usePayment(code: string | undefined): Payment {
  const { isBusy, error, run, fail } = useAct();
  const [order, setOrder] = useState<OrderDetail | null>(null);
  const [start, setStart] = useState<PayStart | null>(null);
  const silently = useAct();
  const isWaiting = order?.state === 'pending';

  const payBy = useCallback(
    async (way: Way, of: OrderDetail | null = order) => {
      if (!of) return;
      setStart(null);
      await run(async (call) => {
        const { gateway, channel } = way;
        if (channel === 'jsapi' && !code) return goToWechat(call, of.id);
        const started = await call('POST /member/payOrder', {
          body: { id: of.id, gateway, channel, ...(code && { code }) },
          ...silent,
        });
        if (started.jsapi) return payInWechat(started.jsapi);
        setStart(started);
      });
    },
    [order, code, run],
  );

  const take = async (found: OrderDetail, way: Way | undefined) => {
    setOrder(found);
    if (found.state === 'pending' && way) await payBy(way, found);
  };

  const reread = useCallback(
    (id: string) =>
      silently.run(async (call) => setOrder(await call('GET /member/order', { query: { id }, ...silent }))),
    [silently.run],
  );

  const check = useCallback(async () => {
    if (!order) return false;
    let isOver = false;
    await silently.run(async (call) => {
      const { state } = await call('GET /member/getPayState', { query: { id: order.id }, ...silent });
      isOver = state !== 'pending';
    });
    if (isOver) await reread(order.id);
    return isOver;
  }, [order, reread, silently.run]);

  useAsking(isWaiting, check);

  return {
    order,
    start,
    isBusy,
    error,
    payBy,
    check,
    fail,
    async buy(input, way) {
      let made: OrderDetail | undefined;
      await run(async (call) => {
        made = await call('POST /member/createOrder', { body: input, ...silent });
      });
      if (made) await take(made, way);
    },
    async resume(orderId, way) {
      let found: OrderDetail | undefined;
      await run(async (call) => {
        found = await call('GET /member/order', { query: { id: orderId }, ...silent });
      });
      if (found) await take(found, way);
    },
    async cancel() {
      if (!order) return;
      const isDone = await run(async (call) => {
        await call('POST /member/cancelOrder', { body: { id: order.id }, ...silent });
      });
      if (!isDone) return;
      setOrder(null);
      setStart(null);
    },
  };
}

/** Asks again and again while the page is looked at, and at once when somebody comes back to it. */
function useAsking(isWaiting: boolean, ask: () => Promise<boolean>): void {
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    if (!isWaiting) return;
    let timer = 0;
    let isOn = true;
    const again = async () => {
      clearTimeout(timer);
      if (!document.hidden) await latest.current();
      if (isOn) timer = window.setTimeout(again, askEveryMs);
    };
    timer = window.setTimeout(again, askEveryMs);
    document.addEventListener('visibilitychange', again);
    return () => {
      isOn = false;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', again);
    };
  }, [isWaiting]);
}
