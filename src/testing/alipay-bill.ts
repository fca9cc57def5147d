import iconv from 'iconv-lite';
import { ZipFile } from 'yazl';
import { dayOf } from '#shared/dates.ts';
import { fenToYuan } from '#shared/money.ts';
import type { Trade } from './alipay-trade.ts';

const columns =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注';

/** Returns the payments and refunds of a Shanghai day as lines of its bill. */
export function billRows(trades: Iterable<Trade>, day: string): string[] {
  return [...trades].flatMap((trade) => {
    const toRow = (kind: string, order: string, received: string, refund = '') =>
      `${trade.tradeNo}\t,${trade.number}\t,${kind}\t,${trade.subject}\t,${day} 08:00:00,${day} 08:00:01,\t,\t,\t,\t,**\t,${order},${received},0.00,0.00,0.00,0.00,0.00,,0.00\t,0.00,${refund}\t,0.00,0.00,`;
    const yuan = fenToYuan(trade.amount);
    const paid = trade.paidAt && dayOf(new Date(trade.paidAt)) === day ? [toRow('交易', yuan, yuan)] : [];
    const back = trade.refunds
      .filter(({ at }) => dayOf(new Date(at)) === day)
      .map(({ number, amount }) => toRow('退款', yuan, `-${fenToYuan(amount)}`, number));
    return [...paid, ...back];
  });
}

/** Returns the bill's file: a zip of GBK-encoded tables, as Alipay sends it. */
export async function billFile(rows: readonly string[], sellerId: string, day: string): Promise<Buffer> {
  const text = [
    '#支付宝业务明细查询',
    `#账号：[${sellerId}0156]`,
    '#---------业务明细列表---------',
    columns,
    ...rows,
    '#---------业务明细列表结束---------',
  ].join('\r\n');
  const zip = new ZipFile();
  zip.addBuffer(iconv.encode('#汇总\r\n', 'gbk'), 'sum-汇总.csv');
  zip.addBuffer(iconv.encode(text, 'gbk'), `${sellerId}_${day}_detail.csv`);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
