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
const maxTextBytes = 256;
/** The bill's address comes in a signed response, but the size of the download is limited all the same. */
const maxBillBytes = 50 * 1024 * 1024;
const tradeNotFoundCode = 'ACQ.TRADE_NOT_EXIST';
const insufficientFundsCode = 'ACQ.SELLER_BALANCE_NOT_ENOUGH';

/** Returns the gateway for Alipay: a web page on desktops (`page`), another on phones (`wap`). */
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
        .call('alipay.trade.close', { out_trade_no: tradeNumber })
        .then(() => null)
        .catch((error: GatewayError) => error);
      if (!error || error.code === tradeNotFoundCode) return;
      // The code only means that the trade has the wrong state: it is closed or paid.
      if (error.code !== 'ACQ.TRADE_STATUS_ERROR') throw error;
      const { state } = await query(client, tradeNumber);
      if (state === 'paid') throw new GatewayError('paid', error.code, error.message);
    },
    refund: (order) => refund(client, order),
    queryRefund: (refund) => queryRefund(client, refund),
    fetchBill: (day) => fetchBill(client, day),
    readNotice: async (body, _, now) => readAlipayNotice(client, settings, body, now),
    answerNotice: (isAccepted) => ({
      status: 200,
      type: 'text/plain',
      body: isAccepted ? 'success' : 'fail',
    }),
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
    // Alipay rejects these characters in a subject.
    subject: cutBytes(title.replace(/[/=&]/g, ' '), maxTextBytes),
    time_expire: toIso(expiresAt).slice(0, 19).replace('T', ' '),
    // On phones a buyer who leaves without paying is redirected too.
    ...(channel === 'wap' && { quit_url: returnUrl }),
  };
  return {
    redirectUrl: client.pageAddress(method, order, { notify_url: notifyUrl, return_url: returnUrl }),
  };
}

async function query(client: AlipayClient, tradeNumber: string): Promise<TradeAnswer> {
  const response = client.call('alipay.trade.query', { out_trade_no: tradeNumber });
  const answer = await response.catch((error: GatewayError) => {
    if (error.code === tradeNotFoundCode) return null;
    throw error;
  });
  if (!answer) return { state: 'unknown' };
  const { tradeStatus, totalAmount, tradeNo, sendPayDate } = answer;
  const amount = yuanToFen(String(totalAmount));
  const isPaid = ['TRADE_SUCCESS', 'TRADE_FINISHED'].includes(String(tradeStatus));
  // A paid trade that was refunded in full is closed as well, but has a time of payment.
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
    const answer = await client.call('alipay.trade.refund', {
      out_trade_no: tradeNumber,
      out_request_no: number,
      refund_amount: fenToYuan(amount),
      refund_reason: cutBytes(reason, maxTextBytes) || undefined,
    });
    if (answer.fundChange === 'Y') return { state: 'succeeded', gatewayNumber: String(answer.tradeNo) };
  } catch (error) {
    // Insufficient funds are temporary; every other refusal needs a person.
    if (!(error instanceof GatewayError) || error.fault !== 'refused' || error.code === insufficientFundsCode)
      throw error;
    return { state: 'failed', reason: error.message };
  }
  // No change of funds may mean that the refund was done before; only the query can tell.
  const known = await queryRefund(client, { number, tradeNumber });
  if (known.state === 'unknown')
    throw new GatewayError('unreachable', 'REFUND', '支付宝没有执行退款，也没有说明原因');
  return known;
}

async function queryRefund(
  client: AlipayClient,
  { number, tradeNumber }: { number: string; tradeNumber: string },
): Promise<RefundAnswer | { state: 'unknown' }> {
  const answer = await client.call('alipay.trade.fastpay.refund.query', {
    out_trade_no: tradeNumber,
    out_request_no: number,
  });
  if (answer.refundStatus === 'REFUND_SUCCESS')
    return { state: 'succeeded', gatewayNumber: String(answer.tradeNo) };
  return { state: answer.outRequestNo ? 'processing' : 'unknown' };
}

async function fetchBill(client: AlipayClient, day: string) {
  const answer: AlipayAnswer = await client.call('alipay.data.dataservice.bill.downloadurl.query', {
    bill_type: 'trade',
    bill_date: day,
  });
  return readAlipayBill(await download(String(answer.billDownloadUrl)));
}

// The address is valid for 30 seconds and gives access to the bill, so it must not be logged.
async function download(address: string): Promise<Buffer> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) });
    const bytes = Buffer.from(await response.arrayBuffer());
    if (response.ok && bytes.length <= maxBillBytes) return bytes;
  } catch {
    // The error below omits the address.
  }
  throw new GatewayError('unreachable', 'BILL', '支付宝账单没有下载成功');
}
