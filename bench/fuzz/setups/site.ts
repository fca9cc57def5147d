import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { notifyMembers } from '#features/notifications/index.ts';
import { liveMilestone, portalSecret, reachMilestone } from '#features/settings/index.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { dayMs } from '#shared/dates.ts';
import { fuzzedSite } from '../portal.ts';
import { dailyCsv } from '../samples.ts';
import { codes, type World } from '../world.ts';
import { after, type Kinds, keepNewest, type Perform, type Setup, type Setups } from './setup.ts';

/** Saves a further version of a draft. */
async function newDraftVersion(_: World, perform: Perform) {
  const { version } = await perform('POST /admin/agreement/draftFrom');
  return { base: version, number: version };
}

async function newTag(world: World) {
  const tag = { name: `标签${world.unique()}` };
  return world.ctx.db.insertInto('tags').values(tag).returning('id').executeTakeFirstOrThrow();
}

/** An import that waits for its columns, or has ended; its file is gone, so that nothing is imported. */
async function newImport({ ctx }: World, state: string) {
  const { rows } = await sql<{ id: string }>`insert into transfers (kind, name, path, state)
    values ('import', '旧站.xml', 'none.xml', ${state}) returning id`.execute(ctx.db);
  return rows[0]?.id;
}

/** An import that added a post and lacks its picture. */
async function doneImport(world: World) {
  const { db } = world.ctx;
  const [id, postId] = [await newImport(world, 'done'), await world.post()];
  await sql`insert into transfer_items (transfer_id, kind, target_id) values (${id}, 'post', ${postId})`.execute(
    db,
  );
  await sql`insert into transfer_pictures (transfer_id, post_id, src, reason)
    values (${id}, ${postId}, '/a.png', '没有')`.execute(db);
  return { id };
}

/** Mutated requests have queued exports of the whole site and backups, which the worker would run one after the other. */
async function finishQueue(world: World) {
  await sql`update transfers set state = 'cancelled', finished_at = now() where state = 'queued'`.execute(
    world.ctx.db,
  );
  await untilIdle(world);
}

async function untilIdle({ ctx }: World) {
  for (let tries = 0; tries < 200; tries += 1) {
    const busy =
      await sql`select from transfers where kind in ('export', 'backup') and state in ('queued', 'running')`.execute(
        ctx.db,
      );
    if (busy.rows.length === 0) return;
    await pause(100);
  }
  throw new Error('the worker did not finish in time');
}

const sendFile =
  (name: string, text: string, more: object = {}) =>
  () => ({
    file: { name, type: 'text/plain', bytes: Buffer.from(text) },
    ...more,
  });

async function subscription(world: World): Promise<string> {
  const { memberId } = await world.newMember();
  const signature = createHmac('sha256', await portalSecret(world.ctx, 'notice-letters'))
    .update(`${memberId}.reply.mail`)
    .digest('base64url');
  return `${memberId}.reply.${signature}`;
}

/** A letter in a state that only the clock or the worker reaches. */
const letterIn = (state: string) => async (world: World, perform: Perform) => {
  const { id } = await perform('POST /admin/letter/save');
  await sql`update letters set state = ${state}, scheduled_at = '2099-01-01' where id = ${id}`.execute(
    world.ctx.db,
  );
  return { id };
};

/** The base of what everyone edits: the version that a call returns. */
const baseOf = (key: string) => async (world: World) => {
  const { version, ...more } = await world.callAdmin(key);
  return { base: version, ...more };
};

const external = (path: string) => (world: World) => `${world.externalSite}/${path}${world.unique()}`;

export const siteKinds: Kinds = {
  版本编号: after('POST /admin/agreement/create'),
  素材编号: async (_, perform) => (await perform('POST /admin/media/upload')).item.id,
  文件夹编号: after('POST /admin/media/createFolder'),
  文件夹: after('POST /admin/media/createFolder'),
  敏感词编号: after('POST /admin/word/add'),
  敏感词: (world, perform, path) =>
    path.endsWith('/add') ? `禁词${world.unique()}` : perform('POST /admin/word/add'),
  广告编号: after('POST /admin/advert/create'),
  置顶编号: after('POST /admin/pin/add'),
  次序: after('POST /admin/pin/add'),
  须知编号: after('POST /admin/know/create'),
  检查编号: after('POST /admin/leak/scan'),
  订阅源编号: after('POST /admin/feed/create'),
  来稿编号: async (world, perform) => {
    const { id: sourceId } = await perform('POST /admin/feed/fetch');
    return (await world.callAdmin('GET feed/items', { query: { sourceId } })).records[0];
  },
  订阅地址: external('f'),
  网页地址: (world) => `${world.externalSite}/p.html`,
  图片地址: (world) => `${world.externalSite}/p.png`,
  行情地址: external('quotes'),
  网址: external('hook'),
  页面地址: () => `${fuzzedSite}/`,
  通知编号: async (world) => {
    const by = await world.newMember();
    const sourceKey = `fuzz:${world.unique()}`;
    const notice = { kind: 'system' as const, title: '一条通知', link: '/', sourceKey };
    await inTransaction(world.ctx, (trx) => notifyMembers(world.ctx, trx, [by.memberId], notice));
    return { by, id: (await world.call('GET /member/notices', by)).records[0].id };
  },
  退订凭证: subscription,
  任务编号: after('POST /admin/transfer/export'),
  邮件报编号: after('POST /admin/letter/save'),
  摘要编号: after('POST /admin/letterDigest/create'),
  退信编号: async (world, perform) => {
    await perform('POST /admin/letterBounce/add');
    return (await world.callAdmin('GET letterBounce/list')).records[0];
  },
  专题编号: after('POST /admin/topic/arrange'),
  专题的地址: after('POST /admin/topic/arrange'),
  推送编号: after('POST /admin/webhook/create'),
  投递编号: after('POST /admin/webhook/test'),
  单页编号: after('POST /admin/page/save'),
  标签: async (world, _, path) => {
    if (path.startsWith('/admin/tag')) return newTag(world);
    const name = `标签${world.unique()}`;
    await world.post({ tags: [name] });
    return name;
  },
  地址: (world) => `t${world.unique()}`,
  标签编号: newTag,
  合并到的标签: newTag,
  代码: (world) => `T${world.unique()}`,
  事件编号: () => '1',
  旧地址编号: () => '1',
};

const effectiveAt = '2099-01-01T00:00:00+08:00';

export const siteSetups: Setups = {
  'POST /admin/settings/save': () => ({ group: 'site', values: { name: '观澜' } }),
  'POST /admin/settings/try': () => ({ group: 'mail', values: { provider: 'outbox' }, to: 'me@example.cn' }),
  'GET /reception/outbox': () => ({ by: 'admin' }),
  'POST /admin/engine/repush': async (world) => {
    const values = { indexNow: true, indexNowKey: 'key-of-the-site' };
    const { groups } = await world.callAdmin('GET settings/list');
    const base = groups.find(({ name }: { name: string }) => name === 'engines').updatedAt;
    await world.callAdmin('POST settings/save', { body: { group: 'engines', base, values } });
    const addresses = [`${fuzzedSite}/2/detail?id=${await world.post()}`];
    const push = { engine: 'indexnow', addresses, is_taken: true, answer: '已收到', pushed_at: new Date() };
    return world.ctx.db.insertInto('engine_pushes').values(push).returning('id').executeTakeFirstOrThrow();
  },
  'POST /admin/agreement/create': () => ({ effectiveAt }),
  'POST /admin/agreement/save': () => ({ effectiveAt }),
  'GET /admin/agreement/draftVersion': newDraftVersion,
  'POST /admin/agreement/saveDraft': newDraftVersion,
  'POST /admin/agreement/restoreDraft': newDraftVersion,
  'POST /admin/column/save': async (world, perform) => {
    const { id } = await perform('POST /admin/column/create');
    const { columns } = await world.callAdmin('GET column/tree');
    return columns.find((one: { id: string }) => one.id === id);
  },
  'POST /admin/column/arrange': async (world) => {
    const { columns, mark } = await world.callAdmin('GET column/tree');
    const positionOf = ({ id, parentId }: Setup) => ({ id, parentId });
    return { mark, columns: columns.map(positionOf) };
  },
  'POST /admin/column/delete': after('POST /admin/column/create'),
  'POST /admin/word/import': sendFile('w.txt', '禁词\n'),
  'POST /reception/countAd': async (_, perform) => ({
    seen: (await perform('POST /admin/advert/create')).id,
  }),
  'POST /admin/advert/save': async (world, perform) => {
    const { id } = await perform('POST /admin/advert/create');
    const { records } = await world.callAdmin('GET advert/list', { query: { size: '100' } });
    return { id, mark: records.find((one: { id: string }) => one.id === id).mark };
  },
  'POST /admin/pin/add': async (world) => {
    await keepNewest('pins', 0)(world);
    return { postId: await world.post() };
  },
  'POST /admin/know/withdraw': after('POST /admin/know/publish'),
  'POST /member/acknowledgeKnow': after('POST /admin/know/publish'),
  'POST /admin/leak/scan': async (world) => {
    await keepNewest('leak_scans', 0)(world);
    return { most: 1 };
  },
  'POST /admin/transfer/import': sendFile('a.md', '---\ntitle: 导入\n---\n正文。\n', { columnId: '2' }),
  'POST /admin/transfer/importMembers': sendFile('a.csv', '邮箱\nfuzz@example.cn\n', {
    vipUntil: '2099-12-31',
  }),
  'POST /admin/transfer/start': async (world) => ({ id: await newImport(world, 'waiting') }),
  'POST /admin/transfer/refetch': doneImport,
  'POST /admin/transfer/undo': doneImport,
  'POST /admin/transfer/backup': async (world) => {
    await finishQueue(world);
    return {};
  },
  'GET /admin/transfer/download': async (world, perform) => {
    await finishQueue(world);
    const { id } = await perform('POST /admin/transfer/export');
    await untilIdle(world);
    return { id };
  },
  'POST /admin/start/live': async (world) => {
    await reachMilestone(world.ctx, liveMilestone);
    return {};
  },
  'POST /admin/economicEvent/import': sendFile('e.csv', 'date,time,event\n2026-11-20,09:30,CPI\n'),
  'POST /admin/redirect/save': (world) => ({ source: `/old/${world.unique()}` }),
  'POST /admin/redirect/import': sendFile('r.csv', '来源,目标\n/old/import,/index\n'),
  'POST /admin/stock/import': sendFile('s.csv', '代码,名称\n999998,测试股份\n'),
  'POST /admin/contest/market/import': sendFile('d.csv', dailyCsv(codes.stock, '2026-11-20').toString(), {
    kind: 'daily',
  }),
  'POST /admin/home/save': baseOf('GET home/layout'),
  'POST /admin/home/reset': baseOf('GET home/layout'),
  'POST /admin/menu/save': baseOf('GET menu/detail'),
  'POST /admin/footer/save': baseOf('GET footer/detail'),
  'POST /admin/topic/create': keepNewest('topics', 100),
  'POST /admin/topic/save': after('POST /admin/topic/arrange'),
  'POST /admin/topic/arrange': after('POST /admin/topic/create'),
  'POST /admin/webhook/create': keepNewest('webhooks', 10),
  'POST /admin/page/create': keepNewest('pages', 100),
  'POST /admin/page/save': async (_, perform) => ({ ...(await perform('POST /admin/page/create')), base: 1 }),
  'GET /reception/getPage': async (_, perform) => (await perform('POST /admin/page/publish')).content,
  'POST /admin/letterDigest/create': keepNewest('letter_digests', 3),
  'POST /admin/letter/save': async (world, perform) => ({
    ...(await perform('POST /admin/letter/create')),
    content: { subject: '早报', postIds: [await world.post()] },
  }),
  'POST /member/saveLetterSubscription': () => ({ kind: 'daily', isOn: false }),
  'POST /admin/letter/test': async (world) => {
    const email = `staff${world.unique()}@example.cn`;
    const id = world.person('admin')?.memberId;
    await sql`update members set email = ${email} where id = ${id}`.execute(world.ctx.db);
    return { by: 'admin' };
  },
  'POST /admin/letter/schedule': () => ({ at: new Date(Date.now() + dayMs).toISOString() }),
  'POST /admin/letter/cancel': letterIn('scheduled'),
  'POST /admin/letter/stop': letterIn('sending'),
  'POST /admin/letter/resume': letterIn('stopped'),
};
