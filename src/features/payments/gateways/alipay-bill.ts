import { parse } from 'csv-parse/sync';
import iconv from 'iconv-lite';
import { fromBuffer } from 'yauzl';
import { yuanToFen } from '#shared/money.ts';
import { type BillLine, GatewayError } from './gateway.ts';

/** Enough for a day of a large shop; a larger file is not unpacked. */
const maxUnpackedBytes = 200 * 1024 * 1024;

/**
 * Reads the lines of Alipay's trade bill: a zip with two GBK files, one with the details and one with the sums (汇总 in
 * its name). Lines with # are remarks; columns are found by their names.
 */
export async function readAlipayBill(zip: Buffer): Promise<BillLine[]> {
  const text = (await unpackDetails(zip))
    .split(/\r?\n/)
    .filter((line) => line.trim() && !line.startsWith('#'))
    .join('\n');
  const rows: Record<string, string>[] = parse(text, {
    columns: (names: string[]) => names.map((name) => name.trim()),
    trim: true,
    relax_column_count: true,
    relax_quotes: true,
  });
  return rows.map(lineOf);
}

function lineOf(row: Record<string, string>): BillLine {
  const cell = (name: string) => row[name]?.trim() ?? '';
  const kind = cell('业务类型') === '退款' ? 'refund' : 'payment';
  // For a refund 商家实收 is the returned amount; for a payment it lacks Alipay's own discounts.
  const amount = yuanToFen(kind === 'refund' ? cell('商家实收（元）') : cell('订单金额（元）'));
  if (amount === null || !cell('商户订单号')) throw unreadable();
  return {
    kind,
    tradeNumber: cell('商户订单号'),
    refundNumber: kind === 'refund' ? cell('退款批次号/请求号') : '',
    gatewayNumber: cell('支付宝交易号'),
    amount,
    fee: yuanToFen(cell('服务费（元）')),
  };
}

/** Returns the file with the details, recognised by its heading: names in the zip are GBK without an encoding flag. */
async function unpackDetails(zip: Buffer): Promise<string> {
  for (const bytes of await unpack(zip)) {
    const text = iconv.decode(bytes, 'gbk');
    if (text.includes('支付宝交易号,商户订单号,')) return text;
  }
  throw unreadable();
}

function unpack(zip: Buffer): Promise<Buffer[]> {
  return new Promise((resolve, reject) => {
    const refuse = () => reject(unreadable());
    const files: Buffer[] = [];
    fromBuffer(zip, { lazyEntries: true, decodeStrings: false }, (error, file) => {
      if (error) return refuse();
      file.on('error', refuse);
      file.on('end', () => resolve(files));
      file.on('entry', (entry) => {
        if (entry.uncompressedSize > maxUnpackedBytes) return refuse();
        file.openReadStream(entry, (fault, stream) => {
          if (fault) return refuse();
          const chunks: Buffer[] = [];
          stream.on('data', (chunk: Buffer) => chunks.push(chunk));
          stream.on('error', refuse);
          stream.on('end', () => {
            files.push(Buffer.concat(chunks));
            file.readEntry();
          });
        });
      });
      file.readEntry();
    });
  });
}

const unreadable = () => new GatewayError('refused', 'BILL_FORMAT', '支付宝账单的格式无法识别');
