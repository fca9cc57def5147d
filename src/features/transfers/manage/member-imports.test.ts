import iconv from 'iconv-lite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { giveVip } from '#features/entitlements/index.ts';
import { type Body, openPortal, type Portal } from '#testing/portal.ts';
import { addEmailMember, logIn } from '#testing/posts-and-members.ts';
import { runNextTransfer } from './run-transfers.ts';

let portal: Portal;
let admin: string;
let editor: string;
beforeAll(async () => {
  portal = await openPortal();
  admin = (await logIn(portal, { role: 'admin' })).token;
  editor = (await logIn(portal, { role: 'editor' })).token;
});
afterAll(() => portal.close());

async function send(
  content: string | Buffer,
  { name = 'members.csv', vipUntil = '', token = admin } = {},
): Promise<Body> {
  const form = new FormData();
  form.append('vipUntil', vipUntil);
  form.append('file', new Blob([new Uint8Array(Buffer.from(content))]), name);
  const request = new Response(form);
  const answer = await portal.server.inject({
    method: 'POST',
    url: '/api/admin/transfer/importMembers',
    headers: {
      authorization: `Basic ${Buffer.from('guanlan:guanlan').toString('base64')}`,
      'blade-auth': `bearer ${token}`,
      'content-type': request.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return answer.json();
}
const run = (signal?: AbortSignal) => runNextTransfer(portal.ctx, portal.app.transfers, signal);
const detail = async (id: string) =>
  (await portal.call('GET /admin/transfer/detail', { query: { id }, token: admin })).body.data;
async function importFile(content: string | Buffer, options: Parameters<typeof send>[1] = {}) {
  const { data } = await send(content, options);
  await run();
  return detail(data.id);
}
async function undo(id: string) {
  const { body } = await portal.call('POST /admin/transfer/undo', { body: { id }, token: admin });
  await run();
  return detail(body.data.id);
}
const find = async (keyword: string) => {
  const { body } = await portal.call('GET /admin/member/list', { query: { keyword }, token: admin });
  const { total, records } = body.data;
  return total === 0 ? null : records[0];
};
const counts = (added: number, updated: number, unchanged: number, skipped: number, failed: number) => ({
  added,
  updated,
  unchanged,
  skipped,
  failed,
});

describe('an import of members', () => {
  test('adds people by number or address, with name, VIP and tags, and reports each broken line', async () => {
    const file = `\ufeff手机号;邮箱;昵称;VIP 到期;标签
138 0000 0001;Anna@Example.CN;安娜;2099-06-30;老读者、投研
;ben@example.cn;;;
13800000001;;改名;2098-01-01;投研
13800000001;ben@example.cn;两个人;;
1.38E+10;;科学;;
;;没有;;
;坏邮箱;坏;;
;dora@example.cn;${'长'.repeat(21)};;
;emil@example.cn;晚;2099-02-30;
;fay@example.cn;多;;;多出来
`;
    const done = await importFile(file);
    expect(done).toMatchObject({
      state: 'done',
      isOfMembers: true,
      counts: counts(2, 0, 1, 0, 7),
      total: 10,
    });
    expect(done.report).toEqual([
      '第 5 行：邮箱已属于另一个会员',
      '第 6 行：手机号“1.38E+10”被表格软件写成了科学计数，请把这一列改成文本后再导出',
      '第 7 行：没有手机号，也没有邮箱',
      '第 8 行：邮箱“坏邮箱”不正确',
      '第 9 行：昵称过长，最多 20 个字',
      '第 10 行：VIP 到期“2099-02-30”不正确，应为 2027-06-30 这样的日期',
      '第 11 行：列数不符：表头有 5 列，这一行有 6 列',
    ]);
    expect(await find('anna@example.cn')).toMatchObject({
      name: '安娜',
      mobile: '138****0001',
      vipUntil: '2099-06-30T23:59:59+08:00',
      tags: ['投研', '老读者'],
    });
    expect(await find('ben@example.cn')).toMatchObject({ mobile: '', email: 'b***@example.cn' });
  });

  test('keeps name and longer VIP of a member who is here, and adds nobody twice', async () => {
    const { memberId } = await logIn(portal, { vipDays: 36_000 });
    const { mobile } = await portal.ctx.db
      .selectFrom('members')
      .select('mobile')
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow();
    await addEmailMember(portal, 'gus@example.cn');
    const file = `mobile,e-mail,name,vip_until,tags\n${mobile},,新名,2030-01-01,\n,gus@example.cn,,2030/1/1,老读者\n`;
    const before = await find(mobile);
    expect((await importFile(file)).counts).toEqual(counts(0, 1, 1, 0, 0));
    expect(await find(mobile)).toEqual(before);
    expect(await find('gus@example.cn')).toMatchObject({
      name: '邮箱会员',
      vipUntil: '2030-01-01T23:59:59+08:00',
      tags: ['老读者'],
    });
    expect((await importFile(file)).counts).toEqual(counts(0, 0, 2, 0, 0));
  });

  test('gives VIP neither to whoever imports nor to other staff, and names their lines', async () => {
    const mobileOf = async (memberId: string) =>
      (
        await portal.ctx.db
          .selectFrom('members')
          .select('mobile')
          .where('id', '=', memberId)
          .executeTakeFirstOrThrow()
      ).mobile;
    const [self, other] = [await logIn(portal, { role: 'admin' }), await logIn(portal, { role: 'reviewer' })];
    const numbers = await Promise.all([self, other].map(({ memberId }) => mobileOf(memberId)));
    const file = `mobile,vip,tags\n${numbers.map((number) => `${number},2099-01-01,甲\n`).join('')}13700990099,2099-01-01,\n`;
    const done = await importFile(file, { token: self.token });
    expect(done.counts).toEqual(counts(1, 0, 0, 0, 2));
    expect(done.report).toEqual([
      '第 2 行：不能给自己开通 VIP，请由其他同事操作',
      '第 3 行：编辑部成员的 VIP，请有“员工与角色”权限的同事在会员页开通',
    ]);
    for (const number of numbers) expect(await find(number)).toMatchObject({ vipUntil: null, tags: [] });
    const tags = `mobile,tags\n${numbers.map((number) => `${number},乙\n`).join('')}`;
    expect((await importFile(tags, { token: self.token })).counts).toEqual(counts(0, 2, 0, 0, 0));
  });

  test('reads GBK, and Ghost’s export with its labels, paying and deleted members', async () => {
    await importFile(iconv.encode('手机号,姓名\n13800000002,观澜读者\n13800000003,另一位读者\n', 'gb18030'));
    expect(await find('13800000002')).toMatchObject({ name: '观澜读者' });
    const ghost = `id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers
62f1,hal@example.cn,Hal,"a
note",true,false,cus_1,2022-08-09T01:02:03.000Z,,"VIP客户,深圳",金牌
62f2,ida@example.cn,Ida,,true,true,,2022-08-09T01:02:03.000Z,,,
62f3,jon@example.cn,,,false,false,,2022-08-09T01:02:03.000Z,,,
62f4,kim@example.cn,Kim,,true,false,,2022-08-09T01:02:03.000Z,2023-01-01T00:00:00.000Z,,
`;
    const done = await importFile(ghost, { vipUntil: '2099-12-31' });
    expect(done).toMatchObject({ counts: counts(3, 0, 0, 1, 0), report: ['第 6 行：已在原站删除，跳过'] });
    expect(await find('hal@example.cn')).toMatchObject({
      tags: ['VIP客户', '深圳'],
      vipUntil: '2099-12-31T23:59:59+08:00',
      createdAt: '2022-08-09T09:02:03+08:00',
    });
    expect((await find('ida@example.cn'))?.vipUntil).toBe('2099-12-31T23:59:59+08:00');
    expect((await find('jon@example.cn'))?.vipUntil).toBeNull();
    expect(await find('kim@example.cn')).toBeNull();
  });

  test('continues after the last batch when its worker was stopped', async () => {
    const lines = Array.from({ length: 1200 }, (_, at) => `131${String(at).padStart(8, '0')},`);
    const { data } = await send(`手机号,昵称\n${lines.join('\n')}\n`);
    // The signal is read once before the first batch and in each; the second batch is rolled back.
    let reads = 0;
    const signal = { addEventListener() {}, removeEventListener() {} } as unknown as AbortSignal;
    Object.defineProperty(signal, 'aborted', { get: () => ++reads > 2 });
    await run(signal);
    expect(await detail(data.id)).toMatchObject({ done: 500, counts: counts(500, 0, 0, 0, 0) });
    await portal.ctx.db
      .updateTable('transfers')
      .set({ due_at: new Date(0) })
      .where('id', '=', data.id)
      .execute();
    await run();
    expect(await detail(data.id)).toMatchObject({
      state: 'done',
      done: 1200,
      counts: counts(1200, 0, 0, 0, 0),
    });
  });

  test('refuses other files, days and people, and a file without contacts', async () => {
    const file = '手机号\n13800000009\n';
    expect(await send(file, { name: 'a.json' })).toMatchObject({ code: 400 });
    expect(await send(file, { vipUntil: '2026-02-30' })).toMatchObject({ code: 400, field: 'vipUntil' });
    expect(await send(file, { token: editor })).toMatchObject({ code: 403 });
    expect(await importFile('姓名,标签\n安娜,a\n')).toMatchObject({
      state: 'failed',
      error: '第一行应是表头，要有“手机号”或“邮箱”一列。读到的表头：姓名、标签',
    });
    expect(await importFile('手机号\n1\n')).toMatchObject({ state: 'failed', report: [expect.any(String)] });
  });
});

describe('undoing an import of members', () => {
  test('removes the added ones but those who did something, and takes back VIP and tags', async () => {
    const here = await logIn(portal);
    const { mobile } = await portal.ctx.db
      .selectFrom('members')
      .select('mobile')
      .where('id', '=', here.memberId)
      .executeTakeFirstOrThrow();
    const people = ['甲', '乙', '丙'].map((name, at) => `1370000000${at},${name},2099-01-01,试读`);
    const file = `手机号,昵称,VIP 到期,标签\n${people.join('\n')}\n${mobile},,2099-01-01,试读\n`;
    const source = await importFile(file);
    expect(source).toMatchObject({ canUndo: true, counts: counts(3, 1, 0, 0, 0) });
    const [first, second] = [await find('13700000000'), await find('13700000001')];
    await giveVip(portal.ctx, second.id, 30, 'order:1');
    await portal.ctx.db
      .insertInto('known_devices')
      .values({ member_id: first.id, device_hash: Buffer.alloc(32), last_used_at: new Date() })
      .execute();
    const undone = await undo(source.id);
    expect(undone.report).toEqual([
      `会员“甲”（137****0000，编号 ${first.id}）登录过，保留`,
      `会员“乙”（137****0001，编号 ${second.id}）另有 VIP 或购买，保留`,
      '会员“乙”的 VIP 后来又延长过，保留',
    ]);
    expect(await find('13700000002')).toBeNull();
    expect(await find('13700000000')).toMatchObject({ vipUntil: null });
    expect((await find('13700000001')).vipUntil).not.toBeNull();
    expect(await find(mobile)).toMatchObject({ vipUntil: null, tags: [] });
  });
});
