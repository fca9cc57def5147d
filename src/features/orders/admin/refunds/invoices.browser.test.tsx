import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import { button, dialog, openAdmin, row, tab, toastOf } from '#testing/browser/open-admin.ts';
import type { AdminInvoice } from '../../schema.ts';

const invoice = (changes: Partial<AdminInvoice> = {}): AdminInvoice => ({
  id: '4',
  titleKind: 'company',
  title: '一家公司',
  taxNumber: '91310000MA1FL0TEST',
  email: 'a@example.cn',
  state: 'requested',
  note: '',
  hasFile: false,
  createdAt: '2026-11-20T08:00:00+08:00',
  orderId: '1',
  orderNumber: 'G0001',
  orderTitle: '要发票的一篇',
  amount: 3200,
  memberId: '7',
  memberName: '欧阳买书人',
  number: '',
  refundedAfter: 0,
  ...changes,
});
const list = (...records: AdminInvoice[]) => answer('GET /admin/invoice/list', { records, cursor: null });
const choosePdf = (bytes = 100) => {
  const input = dialog().element().querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('The file input is missing.');
  const files = new DataTransfer();
  files.items.add(new File([new Uint8Array(bytes)], '发票.pdf', { type: 'application/pdf' }));
  input.files = files.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
};

beforeEach(() => list(invoice()));

test("lists invoices and asks for an invoice's file", { tags: ['strict'] }, async () => {
  list(
    invoice({ title: '长'.repeat(100), orderTitle: '长'.repeat(100) }),
    invoice({ id: '5' }),
    invoice({
      id: '6',
      titleKind: 'person',
      title: '个人的',
      state: 'rejected',
      note: '信息不全',
      memberName: '',
    }),
    invoice({ id: '7', title: '退光的', amount: 0 }),
    invoice({
      id: '8',
      title: '退过的',
      state: 'issued',
      number: '26312000000123456789',
      refundedAfter: 3200,
    }),
  );
  await openAdmin('/refunds?tab=invoices');
  await expect.element(row('长长')).toMatchTextContent('企业，税号 91310000MA1FL0TEST');
  await expect.element(row('个人的')).toMatchTextContent('个人的个人要发票的一篇G0001¥32已注销');
  await expect.element(row('个人的')).toMatchTextContent('已拒绝信息不全');
  await expect.element(row('个人的').getByRole('button')).not.toBeInTheDocument();
  await expect.element(row('退光的')).toMatchTextContent('已全额退款，不用开');
  await expect.element(row('退光的').getByRole('button', { name: '开票' })).not.toBeInTheDocument();
  await expect.element(row('退过的')).toMatchTextContent('¥32开票后退了 ¥32，要红冲');
  await button('开票“一家公司”').click();
  await expect.element(dialog('税号')).toBeVisible();
  await expectWellMade();
});

test('lists invoices by state, rejects one with a reason, and sends the file of another', async () => {
  answer('POST /admin/invoice/reject', true);
  answer('POST /admin/invoice/issue', refuse(400, '文件不是 PDF 或 OFD'));
  await openAdmin('/refunds?tab=invoices');
  await button('拒绝“一家公司”').click();
  await dialog().getByRole('button', { name: '拒绝' }).click();
  await expect.element(dialog().getByText('请填写拒绝原因')).toBeVisible();
  await page.getByRole('textbox', { name: '拒绝原因' }).fill('税号与名称不符');
  await dialog().getByRole('button', { name: '拒绝' }).click();
  await expect.element(toastOf('已拒绝，买家会收到原因')).toBeVisible();
  expect(callsTo('POST /admin/invoice/reject').at(-1)?.body).toEqual({ id: '4', note: '税号与名称不符' });
  await button('开票“一家公司”').click();
  await expect.element(dialog('开票')).toMatchTextContent('金额¥32');
  await button('交给买家').click();
  await expect.element(dialog().getByText('请选择发票文件')).toBeVisible();
  await expect.element(dialog().getByText('请填写发票号码')).toBeVisible();
  const number = page.getByRole('textbox', { name: '发票号码' });
  await number.fill('2631');
  await expect.element(dialog().getByText('发票号码应为 8 到 20 位数字或大写字母')).toBeVisible();
  await number.fill('26312000000123456789');
  choosePdf(5 * 1024 * 1024 + 1);
  await expect.element(dialog().getByText('文件超过 5 MB')).toBeVisible();
  await button('交给买家').click();
  expect(callsTo('POST /admin/invoice/issue')).toEqual([]);
  choosePdf();
  await expect.element(dialog().getByText('文件超过 5 MB')).not.toBeInTheDocument();
  await button('交给买家').click();
  await expect.element(page.getByText('文件不是 PDF 或 OFD')).toBeVisible();
  await button('确定').click();
  await expect.element(dialog('开票').getByText('发票.pdf')).toBeVisible();
  answer('POST /admin/invoice/issue', true);
  list();
  await button('交给买家').click();
  await expect.element(toastOf('发票已开，买家可以下载')).toBeVisible();
  const body = callsTo('POST /admin/invoice/issue').at(-1)?.body;
  expect([body.id, body.number, body.file.name]).toEqual(['4', '26312000000123456789', '发票.pdf']);
  await expect.element(page.getByText('没有要开的发票')).toBeVisible();
  expect(callsTo('GET /admin/invoice/list')[0]?.query.state).toBe('requested');
  await tab('已开').click();
  await expect.element(page.getByText('没有这样的发票')).toBeVisible();
  expect(callsTo('GET /admin/invoice/list').at(-1)?.query.state).toBe('issued');
});

test('hides both actions without the permission', async () => {
  await openAdmin('/refunds?tab=invoices', { permissions: ['orders.view'] });
  await expect.element(row('一家公司')).toBeVisible();
  await expect.element(row('一家公司').getByRole('button')).not.toBeInTheDocument();
});
