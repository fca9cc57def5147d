import { useCallback, useEffect, useRef, useState } from 'react';
import { CallError } from '#client/call-error.ts';
import type { OrderDetail, OrderInput } from '#features/orders/schema.ts';
import type { PayStart } from '#features/payments/schema.ts';
import { silent, useAct } from '../use-act.ts';
import type { Way } from './channels.ts';
import { here } from './coming-back.ts';
import { goToWechat, payInWechat } from './in-wechat.ts';

/** How often it is asked whether the money has come, in ms; only while somebody looks. */
const askEveryMs = 2000;

export type Payment = {
  /** The order once there is one; its `state` says how far it is. */
  order: OrderDetail | null;
  /** By which way it is paid. */
  way: Way | undefined;
  /** How to go on paying: a code to scan, an address to go to, or WeChat's own sheet. */
  start: PayStart | null;
  /** WeChat's sheet was closed, and nothing was paid in it. */
  isLeft: boolean;
  isBusy: boolean;
  error: string | undefined;
  /** Makes the order, or takes up the pending one for the same thing, and begins to pay it. */
  buy: (input: OrderInput, way: Way | undefined) => Promise<void>;
  /** Takes up an order that was made before, by the way given or the one it was begun by. */
  resume: (orderId: string, how: Resumption) => Promise<void>;
  /** Pays the order by this way, from the beginning. */
  payBy: (way: Way) => Promise<void>;
  /** Opens WeChat's sheet again. */
  openSheet: () => Promise<void>;
  /** Asks now whether it is paid; answers whether it is. */
  check: () => Promise<boolean>;
  cancel: () => Promise<void>;
  /** Back to choosing. */
  forget: () => void;
  fail: (message: string | undefined) => void;
};

/** `isBack`: a gateway led the buyer back, who is not sent there again unasked. */
type Resumption = { ways: readonly Way[]; way?: Way | undefined; isBack?: boolean | undefined };

/**
 * An order and its payment. The money comes to the server, never to this page: it only asks the server whether it
 * came, while it is looked at and again as soon as it is. `code`: what WeChat's own browser came back with, good once.
 */
export function usePayment(code: string | undefined): Payment {
  const { isBusy, error, run, fail } = useAct();
  const [order, setOrder] = useState<OrderDetail | null>(null);
  const [way, setWay] = useState<Way>();
  const [start, setStart] = useState<PayStart | null>(null);
  const [isLeft, setIsLeft] = useState(false);
  const silently = useAct();
  const unused = useRef(code);

  const openSheet = async (fields = start?.jsapi) => {
    if (!fields) return;
    setIsLeft(false);
    setIsLeft(!(await payInWechat(fields)));
  };

  const payBy = async (chosen: Way, of: OrderDetail | null = order) => {
    if (!of) return;
    const { gateway, channel } = chosen;
    let started: PayStart | undefined;
    setWay(chosen);
    setStart(null);
    setIsLeft(false);
    await run(async (call) => {
      const buyer = channel === 'jsapi' ? takeCode(unused) : undefined;
      if (channel === 'jsapi' && !buyer) return goToWechat(call, of.id);
      const body = { id: of.id, gateway, channel, back: here(), ...(buyer && { code: buyer }) };
      started = await call('POST /member/payOrder', { body, ...silent }).catch((failure: unknown) => {
        throw blame(chosen, failure);
      });
      setStart(started);
    });
    if (started?.jsapi) await openSheet(started.jsapi);
    // A phone has no second screen: the gateway takes this one, and leads back to where the buyer stands.
    else if (started?.redirectUrl && isHere(channel)) location.assign(started.redirectUrl);
  };

  const take = async (found: OrderDetail, chosen: Way | undefined) => {
    setOrder(found);
    if (found.state === 'pending' && chosen) await payBy(chosen, found);
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

  useAsking(order?.state === 'pending', check);

  const forget = () => {
    setOrder(null);
    setStart(null);
  };

  return {
    order,
    way,
    start,
    isLeft,
    isBusy,
    error,
    payBy,
    openSheet: () => openSheet(),
    check,
    forget,
    fail,
    async buy(input, chosen) {
      let made: OrderDetail | undefined;
      await run(async (call) => {
        made = await call('POST /member/createOrder', { body: input, ...silent });
      });
      if (made) await take(made, chosen);
    },
    async resume(orderId, { ways, way: given, isBack = false }) {
      let found: OrderDetail | undefined;
      let begun = given;
      await run(async (call) => {
        const query = { id: orderId };
        found = await call('GET /member/order', { query, ...silent });
        if (given || found.state !== 'pending') return;
        const { attempt } = await call('GET /member/getPayState', { query, ...silent });
        begun = ways.find(({ gateway }) => gateway === attempt?.gateway) ?? ways[0];
      });
      if (!found) return;
      setWay(begun);
      await take(found, isBack && !unused.current ? undefined : begun);
    },
    async cancel() {
      if (!order) return;
      const isDone = await run(async (call) => {
        await call('POST /member/cancelOrder', { body: { id: order.id }, ...silent });
      });
      if (isDone) forget();
    },
  };
}

/** Whether the gateway's page takes the place of this one. */
export const isHere = (channel: Way['channel']): boolean => channel === 'h5' || channel === 'wap';

// What the catalogue of errors says of every 503 would have the buyer look for the fault in their own network.
function blame({ label }: Way, failure: unknown): unknown {
  if (!(failure instanceof CallError) || failure.status !== 503) return failure;
  return new CallError('failed', `${label}暂时不可用，请稍后再试，或换一种支付方式`, { cause: failure });
}

function takeCode(unused: { current: string | undefined }): string | undefined {
  const code = unused.current;
  unused.current = undefined;
  return code;
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
