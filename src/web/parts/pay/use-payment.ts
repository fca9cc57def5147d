import { useCallback, useEffect, useRef, useState } from 'react';
import { CallError } from '#client/call-error.ts';
import type { OrderDetail, OrderInput } from '#features/orders/schema.ts';
import type { PayStart } from '#features/payments/schema.ts';
import { silent, useAction } from '../use-action.ts';
import type { PayMethod } from './channels.ts';
import { currentAddress } from './gateway-return.ts';
import { payInWechat, redirectToWechat } from './in-wechat.ts';

/** Interval in ms at which the page polls for the payment; it polls only while the page is visible. */
const pollMs = 2000;

export type Payment = {
  /** The order, once it exists; its `state` says how far it is. */
  order: OrderDetail | null;
  method: PayMethod | undefined;
  /** How to continue paying: a code to scan, an address to open, or the fields of WeChat's sheet. */
  start: PayStart | null;
  /** The buyer closed WeChat's sheet without paying. */
  isSheetDismissed: boolean;
  isBusy: boolean;
  error: string | undefined;
  /** Creates the order, or resumes the pending one for the same thing, and starts to pay it. */
  buy: (input: OrderInput, method: PayMethod | undefined) => Promise<void>;
  /** Resumes an existing order with the given method, or with the one it was started with. */
  resume: (orderId: string, options: ResumeOptions) => Promise<void>;
  /** Starts to pay the order with this method, from the beginning. */
  payWith: (method: PayMethod) => Promise<void>;
  openSheet: () => Promise<void>;
  /** The check that a buyer asks for, who says that they paid. */
  check: PaymentCheck;
  cancel: () => Promise<void>;
  reset: () => void;
  setError: (message: string | undefined) => void;
};

type PaymentCheck = {
  run: () => Promise<void>;
  isBusy: boolean;
  /** The last check found no payment. */
  isUnpaid: boolean;
  error: string | undefined;
};

/** `isReturning`: a gateway led the buyer back, so they are not redirected to it again without their action. */
type ResumeOptions = {
  methods: readonly PayMethod[];
  method?: PayMethod | undefined;
  isReturning?: boolean | undefined;
};

/**
 * An order and its payment. The gateway reports the payment to the server, never to this page: the page polls the
 * server while it is visible and as soon as it becomes visible again. `code`: the single-use code that WeChat's browser
 * returned with.
 */
export function usePayment(code: string | undefined): Payment {
  const { isBusy, error, run, setError } = useAction();
  const [order, setOrder] = useState<OrderDetail | null>(null);
  const [method, setMethod] = useState<PayMethod>();
  const [start, setStart] = useState<PayStart | null>(null);
  const [isSheetDismissed, setIsSheetDismissed] = useState(false);
  const [isUnpaid, setIsUnpaid] = useState(false);
  const background = useAction();
  const checking = useAction();
  const unusedCode = useRef(code);

  const openSheet = async (fields = start?.jsapi) => {
    if (!fields) return;
    setIsSheetDismissed(false);
    setIsSheetDismissed(!(await payInWechat(fields)));
  };

  const payWith = async (chosen: PayMethod, orderToPay: OrderDetail | null = order) => {
    if (!orderToPay) return;
    const { gateway, channel } = chosen;
    let started: PayStart | undefined;
    setMethod(chosen);
    setStart(null);
    setIsSheetDismissed(false);
    setIsUnpaid(false);
    checking.setError(undefined);
    await run(async (call) => {
      const buyerCode = channel === 'jsapi' ? consumeCode(unusedCode) : undefined;
      if (channel === 'jsapi' && !buyerCode) return redirectToWechat(call, orderToPay.id);
      const body = {
        id: orderToPay.id,
        gateway,
        channel,
        back: currentAddress(),
        ...(buyerCode && { code: buyerCode }),
      };
      started = await call('POST /member/payOrder', { body, ...silent }).catch((failure: unknown) => {
        throw explainFailure(failure, `${chosen.label}暂时不可用，请稍后再试，或换一种支付方式`);
      });
      setStart(started);
    });
    if (started?.jsapi) await openSheet(started.jsapi);
    // A phone has no second screen: the gateway's page replaces this one and leads the buyer back to this address.
    else if (started?.redirectUrl && opensInPlace(channel)) location.assign(started.redirectUrl);
  };

  const openOrder = async (found: OrderDetail, chosen: PayMethod | undefined) => {
    setOrder(found);
    if (found.state === 'pending' && chosen) await payWith(chosen, found);
  };

  const reload = useCallback(
    (id: string) =>
      background.run(async (call) => setOrder(await call('GET /member/order', { query: { id }, ...silent }))),
    [background.run],
  );

  const poll = useCallback(async () => {
    if (!order) return false;
    let isSettled = false;
    await background.run(async (call) => {
      const { state } = await call('GET /member/getPayState', { query: { id: order.id }, ...silent });
      isSettled = state !== 'pending';
    });
    if (isSettled) await reload(order.id);
    return isSettled;
  }, [order, reload, background.run]);

  usePolling(order?.state === 'pending', poll);

  const check = async () => {
    if (!order) return;
    const { id } = order;
    setIsUnpaid(false);
    await checking.run(async (call) => {
      const { state } = await call('POST /member/checkPayment', { body: { id }, ...silent }).catch(
        (failure: unknown) => {
          throw explainFailure(failure, '暂时查不到付款结果，请稍后再查；如果已经付了，到账后会自动显示');
        },
      );
      if (state === 'pending') return setIsUnpaid(true);
      setOrder(await call('GET /member/order', { query: { id }, ...silent }));
    });
  };

  const reset = () => {
    setOrder(null);
    setStart(null);
    setIsUnpaid(false);
  };

  return {
    order,
    method,
    start,
    isSheetDismissed,
    isBusy,
    error,
    payWith,
    openSheet: () => openSheet(),
    check: { run: check, isBusy: checking.isBusy, isUnpaid, error: checking.error },
    reset,
    setError,
    async buy(input, chosen) {
      let created: OrderDetail | undefined;
      await run(
        async (call) => {
          created = await call('POST /member/createOrder', { body: input, ...silent });
        },
        { hasMask: true },
      );
      if (created) await openOrder(created, chosen);
    },
    async resume(orderId, { methods, method: preselected, isReturning = false }) {
      let found: OrderDetail | undefined;
      let resumed = preselected;
      await run(async (call) => {
        const query = { id: orderId };
        found = await call('GET /member/order', { query, ...silent });
        if (preselected || found.state !== 'pending') return;
        const { attempt } = await call('GET /member/getPayState', { query, ...silent });
        resumed = methods.find(({ gateway }) => gateway === attempt?.gateway) ?? methods[0];
      });
      if (!found) return;
      setMethod(resumed);
      await openOrder(found, isReturning && !unusedCode.current ? undefined : resumed);
    },
    async cancel() {
      if (!order) return;
      const isDone = await run(async (call) => {
        await call('POST /member/cancelOrder', { body: { id: order.id }, ...silent });
      });
      if (isDone) reset();
    },
  };
}

/** Returns whether the gateway's page replaces this one. */
export const opensInPlace = (channel: PayMethod['channel']): boolean => channel === 'h5' || channel === 'wap';

// The general text for status 503 would make buyers look for the fault in their own network.
function explainFailure(failure: unknown, message: string): unknown {
  if (!(failure instanceof CallError) || failure.status !== 503) return failure;
  return new CallError('failed', message, { cause: failure });
}

function consumeCode(unusedCode: { current: string | undefined }): string | undefined {
  const code = unusedCode.current;
  unusedCode.current = undefined;
  return code;
}

/** Polls while the page is visible, and at once when it becomes visible again. */
function usePolling(isWaiting: boolean, poll: () => Promise<boolean>): void {
  const latestPoll = useRef(poll);
  latestPoll.current = poll;
  useEffect(() => {
    if (!isWaiting) return;
    let timer = 0;
    let isActive = true;
    const tick = async () => {
      clearTimeout(timer);
      if (!document.hidden) await latestPoll.current();
      if (isActive) timer = window.setTimeout(tick, pollMs);
    };
    timer = window.setTimeout(tick, pollMs);
    document.addEventListener('visibilitychange', tick);
    return () => {
      isActive = false;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [isWaiting]);
}
