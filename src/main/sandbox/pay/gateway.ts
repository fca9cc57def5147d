import { createHash, randomBytes } from 'node:crypto';
import { toIso } from '#shared/dates.ts';
import { drawBill } from './bill.ts';
import type { PayBook, RefundEntry, Trade } from './book.ts';
import type { Courier, PayControl } from './courier.ts';
import { encrypt, type PayParties, signedHeaders } from './signing.ts';

export type Answer = { status: number; body: unknown };
type Fields = Record<string, unknown>;

export type SignedNotice = { headers: Record<string, string>; body: string };

export type PayGateway = ReturnType<typeof payGateway>;

type Parts = {
  parties: PayParties;
  book: PayBook;
  courier: Courier;
  control: PayControl;
  /** Where the payer's page is. */
  origin: () => string;
  now: () => number;
  /** Brings a notice to the merchant. @returns its status */
  deliver(url: string, notice: SignedNotice): Promise<number>;
};

/** What WeChat Pay does with an order, as its documents say; the asking has been proved to be the merchant's. */
export function payGateway({ parties, book, courier, control, origin, now, deliver }: Parts) {
  const { merchantId, appId } = parties;

  function start(type: Trade['type'], order: Fields): Answer {
    if (control.failStarts > 0) {
      control.failStarts -= 1;
      return refuse(500, 'SYSTEM_ERROR', '系统异常，请稍后重试');
    }
    const fault = faultOf(type, order);
    if (fault) return refuse(400, 'PARAM_ERROR', fault);
    const number = String(order.out_trade_no);
    const known = book.trade(number);
    const amount = (order.amount as Fields).total as number;
    if (known?.state === 'SUCCESS') return refuse(400, 'ORDERPAID', '该订单已支付');
    if (known?.state === 'CLOSED') return refuse(400, 'ORDER_CLOSED', '订单已关闭');
    if (known && (known.amount !== amount || known.title !== order.description || known.type !== type))
      return refuse(403, 'OUT_TRADE_NO_USED', '商户订单号重复');
    const trade =
      known ??
      book.keepTrade({
        number,
        gatewayNumber: gatewayNumber('42'),
        prepayId: `wx${randomBytes(16).toString('hex')}`,
        type,
        title: String(order.description),
        amount,
        notifyUrl: String(order.notify_url),
        expiresAt: Date.parse(String(order.time_expire)),
        state: 'NOTPAY',
        paidAt: null,
        refunded: 0,
        openId: type === 'JSAPI' ? String((order.payer as Fields).openid) : 'oSandboxPayer000000000000000',
        isTold: false,
      });
    const page = `${origin()}/pay?id=${trade.prepayId}`;
    if (type === 'NATIVE') return { status: 200, body: { code_url: page } };
    return { status: 200, body: type === 'H5' ? { h5_url: page } : { prepay_id: trade.prepayId } };
  }

  function faultOf(type: Trade['type'], order: Fields): string | null {
    if (order.appid !== appId || order.mchid !== merchantId) return 'appid 与 mchid 不匹配';
    if (!/^[\w|*-]{6,32}$/.test(String(order.out_trade_no ?? ''))) return 'out_trade_no 格式错误';
    const description = order.description;
    if (typeof description !== 'string' || !description || Buffer.byteLength(description) > 127)
      return 'description 格式错误';
    const { total, currency } = (order.amount ?? {}) as Fields;
    if (!Number.isInteger(total) || (total as number) < 1 || currency !== 'CNY') return 'amount 格式错误';
    if (!/^https?:\/\/[^?]+$/.test(String(order.notify_url ?? ''))) return 'notify_url 格式错误';
    if (!(Date.parse(String(order.time_expire ?? '')) > now())) return 'time_expire 已过';
    if (type === 'H5' && !(order.scene_info as Fields | undefined)?.payer_client_ip)
      return '缺少 payer_client_ip';
    if (type === 'JSAPI' && !(order.payer as Fields | undefined)?.openid) return '缺少 openid';
    return null;
  }

  /** The payer presses 支付. @returns why it cannot be done, or null */
  function pay(trade: Trade): string | null {
    if (trade.state === 'SUCCESS') return '这笔订单已经支付过了';
    if (trade.state === 'CLOSED') return '这笔订单已经关闭';
    if (trade.expiresAt <= now()) return '这笔订单已经过期';
    const paid = book.keepTrade({ ...trade, state: 'SUCCESS', paidAt: now() });
    tellPayment(paid);
    return null;
  }

  function tellPayment(trade: Trade): void {
    const notice = sealed('TRANSACTION.SUCCESS', tradeFields(trade), 'transaction');
    courier.post({
      send: async () => isTaken(await deliver(trade.notifyUrl, freshly(notice))),
      taken: () => void book.keepTrade({ ...(book.trade(trade.number) ?? trade), isTold: true }),
    });
  }

  function tellRefund(refund: RefundEntry): void {
    const notice = sealed(`REFUND.${refund.state}`, refundNoticeFields(refund), 'refund');
    courier.post({
      send: async () => isTaken(await deliver(refund.notifyUrl, freshly(notice))),
      taken: () => void book.keepRefund({ ...(book.refund(refund.number) ?? refund), isTold: true }),
    });
  }

  /** The body of a notice; `changes` and `associated` let a test say what is not so. */
  function sealed(event: string, fields: Fields, associated: string): string {
    return JSON.stringify({
      id: `EV-${randomBytes(12).toString('hex')}`,
      create_time: toIso(new Date(now())),
      resource_type: 'encrypt-resource',
      event_type: event,
      summary: '支付沙箱通知',
      resource: { original_type: 'transaction', ...encrypt(parties, JSON.stringify(fields), associated) },
    });
  }

  const freshly = (body: string): SignedNotice => ({
    body,
    headers: { 'content-type': 'application/json', ...signedHeaders(parties, body, now()) },
  });

  function tradeFields(trade: Trade): Fields {
    return {
      appid: appId,
      mchid: merchantId,
      out_trade_no: trade.number,
      ...(trade.state === 'SUCCESS'
        ? {
            transaction_id: trade.gatewayNumber,
            trade_type: trade.type === 'H5' ? 'MWEB' : trade.type,
            bank_type: 'OTHERS',
            success_time: toIso(new Date(trade.paidAt ?? 0)),
            payer: { openid: trade.openId },
          }
        : {}),
      trade_state: trade.state === 'SUCCESS' && trade.refunded > 0 ? 'REFUND' : trade.state,
      trade_state_desc: trade.state,
      attach: '',
      amount: {
        total: trade.amount,
        currency: 'CNY',
        ...(trade.state === 'SUCCESS' ? { payer_total: trade.amount, payer_currency: 'CNY' } : {}),
      },
    };
  }

  function query(number: string, mchid: string): Answer {
    const trade = book.trade(number);
    if (mchid !== merchantId) return refuse(400, 'PARAM_ERROR', 'mchid 错误');
    return trade ? { status: 200, body: tradeFields(trade) } : refuse(404, 'ORDER_NOT_EXIST', '订单不存在');
  }

  function close(number: string, { mchid }: Fields): Answer {
    const trade = book.trade(number);
    if (mchid !== merchantId) return refuse(400, 'PARAM_ERROR', 'mchid 错误');
    if (!trade) return refuse(404, 'ORDER_NOT_EXIST', '订单不存在');
    if (trade.state === 'SUCCESS') return refuse(400, 'ORDERPAID', '该订单已支付');
    if (trade.state === 'NOTPAY') book.keepTrade({ ...trade, state: 'CLOSED' });
    return { status: 204, body: null };
  }

  function refund(order: Fields): Answer {
    const number = String(order.out_refund_no ?? '');
    const { refund: amount, total, currency } = (order.amount ?? {}) as Fields;
    const trade = book.trade(String(order.out_trade_no ?? ''));
    if (!/^[\w|*@-]{1,64}$/.test(number)) return refuse(400, 'PARAM_ERROR', 'out_refund_no 格式错误');
    if (trade?.state !== 'SUCCESS') return refuse(404, 'RESOURCE_NOT_EXISTS', '订单不存在');
    if (total !== trade.amount || currency !== 'CNY') return refuse(400, 'PARAM_ERROR', '订单金额不一致');
    const known = book.refund(number);
    // The merchant's number is good once: whoever asks again is told what became of it.
    if (known)
      return known.amount === amount && known.tradeNumber === trade.number
        ? { status: 200, body: refundFields(known) }
        : refuse(400, 'PARAM_ERROR', '退款单号已用于另一笔退款');
    if (!Number.isInteger(amount) || (amount as number) < 1)
      return refuse(400, 'PARAM_ERROR', '退款金额错误');
    if (trade.refunded + (amount as number) > trade.amount)
      return refuse(400, 'PARAM_ERROR', '退款金额大于可退金额');
    book.keepTrade({ ...trade, refunded: trade.refunded + (amount as number) });
    const made = book.keepRefund({
      number,
      tradeNumber: trade.number,
      gatewayNumber: gatewayNumber('50'),
      amount: amount as number,
      notifyUrl: String(order.notify_url ?? ''),
      state: 'PROCESSING',
      at: now(),
      isTold: false,
    });
    if (!control.holdRefunds) finishRefund(made);
    return { status: 200, body: refundFields(made) };
  }

  function finishRefund(refund: RefundEntry): void {
    const done = book.keepRefund({ ...refund, state: 'SUCCESS' });
    if (done.notifyUrl) tellRefund(done);
  }

  const refundFields = (refund: RefundEntry): Fields => ({
    refund_id: refund.gatewayNumber,
    out_refund_no: refund.number,
    transaction_id: book.trade(refund.tradeNumber)?.gatewayNumber,
    out_trade_no: refund.tradeNumber,
    channel: 'ORIGINAL',
    status: refund.state,
    create_time: toIso(new Date(refund.at)),
    amount: { refund: refund.amount, total: book.trade(refund.tradeNumber)?.amount, currency: 'CNY' },
  });

  function refundNoticeFields(refund: RefundEntry): Fields {
    const { status, ...fields } = refundFields(refund);
    return { mchid: merchantId, ...fields, refund_status: status };
  }

  function queryRefund(number: string): Answer {
    const refund = book.refund(number);
    if (!refund) return refuse(404, 'RESOURCE_NOT_EXISTS', '退款单不存在');
    if (refund.state === 'PROCESSING' && !control.holdRefunds) finishRefund(refund);
    return { status: 200, body: refundFields(book.refund(number) ?? refund) };
  }

  function billPlace(day: string): Answer {
    const text = drawBill(book, parties, day);
    if (!text) return refuse(400, 'NO_STATEMENT_EXIST', '账单文件不存在');
    return {
      status: 200,
      body: {
        hash_type: 'SHA1',
        hash_value: createHash('sha1').update(text).digest('hex'),
        download_url: `${origin()}/v3/billdownload/file?token=${day}`,
      },
    };
  }

  /** What a merchant who was not reached has not heard of yet. */
  function tellUntold(): void {
    for (const trade of book.trades()) if (trade.state === 'SUCCESS' && !trade.isTold) tellPayment(trade);
    for (const refund of book.refunds())
      if (refund.state === 'SUCCESS' && refund.notifyUrl && !refund.isTold) tellRefund(refund);
  }

  return {
    start,
    query,
    close,
    refund,
    queryRefund,
    billPlace,
    bill: (day: string) => drawBill(book, parties, day) ?? '',
    pay,
    tellUntold,
    /** The notice of a trade's payment as it would go out, with other fields where a test says so. */
    noticeOf(number: string, changes: Fields = {}, associated = 'transaction'): SignedNotice {
      const trade = book.trade(number);
      if (!trade) throw new Error(`no trade ${number}`);
      return freshly(sealed('TRANSACTION.SUCCESS', { ...tradeFields(trade), ...changes }, associated));
    },
  };
}

const refuse = (status: number, code: string, message: string): Answer => ({
  status,
  body: { code, message },
});
const isTaken = (status: number): boolean => status === 200 || status === 204;
const gatewayNumber = (prefix: string): string =>
  prefix +
  BigInt(`0x${randomBytes(11).toString('hex')}`)
    .toString()
    .padStart(27, '0')
    .slice(0, 26);
