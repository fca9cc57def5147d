import { toIso } from '#shared/dates.ts';
import { fenToYuan, yuanToFen } from '#shared/money.ts';
import { readAlipayBill } from './alipay-bill.ts';
import {
  type AlipayAnswer,
  type AlipayClient,
  type AlipaySettings,
  openAlipayClient,
} from './alipay-client.ts';
import { readAlipayNotice, shanghaiTime } from './alipay-notice.ts';
import {
  type Attempt,
  type Channel,
  cutBytes,
  type Gateway,
  GatewayError,
  type RefundAnswer,
  type RefundOrder,
  type Started,
  type TradeAnswer,
} from './gateway.ts';

const timeoutMs = 30_000;
/** Bytes. */
const longestReason = 256;
/** A bill's address is Alipay's word, signed; still nothing is read without end. */
const mostBillBytes = 50 * 1024 * 1024;
const notThere = 'ACQ.TRADE_NOT_EXIST';
const notEnough = 'ACQ.SELLER_BALANCE_NOT_ENOUGH';

/** Alipay: a page on desktops, another on phones. */
export function alipayGateway(settings: AlipaySettings): Gateway {
  const client = openAlipayClient(settings);
  return {
    name: 'alipay',
    label: '支付宝',
    channels: ['page', 'wap'],
    start: async (attempt, channel) => start(client, attempt, channel),
    query: (tradeNumber) => query(client, tradeNumber),
    async close(tradeNumber) {
      const error = await client
        .ask('alipay.trade.close', { out_trade_no: tradeNumber })
        .then(() => null)
        .catch((error: GatewayError) => error);
      if (!error || error.code === notThere) return;
      // It says no more than that the trade is in the wrong state: closed already, or paid.
      if (error.code !== 'ACQ.TRADE_STATUS_ERROR') throw error;
      const { state } = await query(client, tradeNumber);
      if (state === 'paid') throw new GatewayError('paid', error.code, error.message);
    },
    refund: (order) => refund(client, order),
    queryRefund: (refund) => queryRefund(client, refund),
    bill: (day) => bill(client, day),
    readNotice: async (body, _, now) => readAlipayNotice(client, settings, body, now),
    answerNotice: (isTaken) => ({ status: 200, type: 'text/plain', body: isTaken ? 'success' : 'fail' }),
  };
}

function start(
  client: AlipayClient,
  { tradeNumber, title, amount, expiresAt, notifyUrl, returnUrl }: Attempt,
  channel: Channel,
): Started {
  if (channel !== 'page' && channel !== 'wap')
    throw new GatewayError('refused', 'CHANNEL', '支付宝没有这种支付方式');
  const [method, product_code] =
    channel === 'page'
      ? ['alipay.trade.page.pay', 'FAST_INSTANT_TRADE_PAY']
      : ['alipay.trade.wap.pay', 'QUICK_WAP_WAY'];
  const order = {
    out_trade_no: tradeNumber,
    product_code,
    total_amount: fenToYuan(amount),
    // Alipay refuses these in a subject.
    subject: cutBytes(title.replace(/[/=&]/g, ' '), longestReason),
    time_expire: toIso(expiresAt).slice(0, 19).replace('T', ' '),
    // On phones also who leaves the page without paying is led back.
    ...(channel === 'wap' && { quit_url: returnUrl }),
  };
  return {
    redirectUrl: client.pageAddress(method, order, { notify_url: notifyUrl, return_url: returnUrl }),
  };
}

async function query(client: AlipayClient, tradeNumber: string): Promise<TradeAnswer> {
  const asked = client.ask('alipay.trade.query', { out_trade_no: tradeNumber });
  const answer = await asked.catch((error: GatewayError) => {
    if (error.code === notThere) return null;
    throw error;
  });
  if (!answer) return { state: 'unknown' };
  const { tradeStatus, totalAmount, tradeNo, sendPayDate } = answer;
  const amount = yuanToFen(String(totalAmount));
  const isPaid = ['TRADE_SUCCESS', 'TRADE_FINISHED'].includes(String(tradeStatus));
  // Paid and then given back whole it is closed too, but has a time of payment.
  const wasPaid = tradeStatus === 'TRADE_CLOSED' && sendPayDate;
  if ((isPaid || wasPaid) && amount && tradeNo)
    return {
      state: 'paid',
      gatewayNumber: String(tradeNo),
      amount,
      paidAt: shanghaiTime(String(sendPayDate ?? '')) ?? new Date(),
    };
  return { state: tradeStatus === 'TRADE_CLOSED' ? 'closed' : 'waiting' };
}

async function refund(
  client: AlipayClient,
  { number, tradeNumber, amount, reason }: RefundOrder,
): Promise<RefundAnswer> {
  try {
    const answer = await client.ask('alipay.trade.refund', {
      out_trade_no: tradeNumber,
      out_request_no: number,
      refund_amount: fenToYuan(amount),
      refund_reason: cutBytes(reason, longestReason) || undefined,
    });
    if (answer.fundChange === 'Y') return { state: 'succeeded', gatewayNumber: String(answer.tradeNo) };
  } catch (error) {
    // No money in the account passes when there is some; anything else refused needs a person.
    if (!(error instanceof GatewayError) || error.fault !== 'refused' || error.code === notEnough)
      throw error;
    return { state: 'failed', reason: error.message };
  }
  // No change of funds also means that it was done before; only the query tells which.
  const known = await queryRefund(client, { number, tradeNumber });
  if (known.state === 'unknown')
    throw new GatewayError('unreachable', 'REFUND', '支付宝没有执行退款，也没有说明原因');
  return known;
}

async function queryRefund(
  client: AlipayClient,
  { number, tradeNumber }: { number: string; tradeNumber: string },
): Promise<RefundAnswer | { state: 'unknown' }> {
  const answer = await client.ask('alipay.trade.fastpay.refund.query', {
    out_trade_no: tradeNumber,
    out_request_no: number,
  });
  if (answer.refundStatus === 'REFUND_SUCCESS')
    return { state: 'succeeded', gatewayNumber: String(answer.tradeNo) };
  return { state: answer.outRequestNo ? 'processing' : 'unknown' };
}

async function bill(client: AlipayClient, day: string) {
  const answer: AlipayAnswer = await client.ask('alipay.data.dataservice.bill.downloadurl.query', {
    bill_type: 'trade',
    bill_date: day,
  });
  return readAlipayBill(await download(String(answer.billDownloadUrl)));
}

// The address is good for half a minute, and whoever has it has the bill: it stays out of logs.
async function download(address: string): Promise<Buffer> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) });
    const bytes = Buffer.from(await response.arrayBuffer());
    if (response.ok && bytes.length <= mostBillBytes) return bytes;
  } catch {
    // Told below, without the address.
  }
  throw new GatewayError('unreachable', 'BILL', '支付宝账单没有下载成功');
}
