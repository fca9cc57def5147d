import { yuanToFen } from '#shared/money.ts';
import { type BillLine, GatewayError } from './gateway.ts';

/**
 * The lines of WeChat Pay's bill of all trades: columns are found by their names, because their order differs between
 * kinds of bills; every value follows a grave accent, and commas within values are no commas in the file.
 */
export function readWechatBill(text: string): BillLine[] {
  const [head = '', ...rest] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const names = head.split(',').map((name) => name.trim());
  const lines: BillLine[] = [];
  for (const line of rest) {
    // The heading of the sums ends the lines.
    if (!line.startsWith('`')) break;
    const values = line.slice(1).split(',`');
    const cell = (name: string) => values[names.indexOf(name)]?.trim() ?? '';
    const kind = cell('交易状态') === 'REFUND' ? 'refund' : 'payment';
    if (kind === 'refund' && !['SUCCESS', 'PROCESSING'].includes(cell('退款状态'))) continue;
    // What people asked back, whoever of shop and WeChat Pay bears the coupon in it.
    const amount = yuanToFen(
      kind === 'refund' ? cell('申请退款金额') || cell('退款金额') : cell('订单金额') || cell('应结订单金额'),
    );
    if (amount === null || !cell('商户订单号'))
      throw new GatewayError('refused', 'BILL_FORMAT', '微信支付账单的格式无法识别');
    lines.push({
      kind,
      tradeNumber: cell('商户订单号'),
      refundNumber: kind === 'refund' ? cell('商户退款单号') : '',
      gatewayNumber: kind === 'refund' ? cell('微信退款单号') : cell('微信订单号'),
      amount,
    });
  }
  return lines;
}
