import { createHmac } from 'node:crypto';
import { notifyMembers } from '#features/notifications/index.ts';
import { liveMilestone, portalSecret, reachMilestone } from '#features/settings/index.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { fuzzedSite } from '../portal.ts';
import { dailyCsv, picture } from '../samples.ts';
import { codes, type World } from '../world.ts';
import { type Baselines, byId, byQueryId } from './baseline.ts';

const waitFor = async <T>(attempt: () => Promise<T | undefined>): Promise<T> => {
  for (let tries = 0; tries < 200; tries += 1) {
    const found = await attempt();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the worker did not finish in time');
};

const newAgreement = async (world: World): Promise<string> =>
  (
    await world.callAdmin('POST agreement/create', {
      body: {
        kind: 'agreement',
        title: '用户协议',
        body: '<p>正文。</p>',
        effectiveAt: '2099-01-01T00:00:00+08:00',
      },
    })
  ).id;

/** Saves a further version of a draft. @returns its number, the newest */
const newDraftVersion = async (world: World): Promise<number> =>
  (await world.callAdmin('POST agreement/draftFrom', { body: { id: await newAgreement(world) } })).version;

const newFolder = async (world: World): Promise<string> =>
  (await world.callAdmin('POST media/createFolder', { body: { name: `夹${world.unique()}` } })).id;

async function newMedia(world: World): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await picture())], { type: 'image/png' }), 'a.png');
  return (await world.upload('POST /admin/media/upload', form)).item.id;
}

const newFeed = async (world: World): Promise<string> =>
  (
    await world.callAdmin('POST feed/create', {
      body: { name: `源${world.unique()}`, url: `${world.externalSite}/f${world.unique()}`, columnId: '2' },
    })
  ).id;

async function newFeedItem(world: World): Promise<string> {
  const id = await newFeed(world);
  await world.callAdmin('POST feed/fetch', { body: { id } });
  const { records } = await world.callAdmin('GET feed/items', { query: { sourceId: id } });
  return records[0]?.id;
}

const topicBody = (world: World) => ({
  title: '专题',
  slug: `t${world.unique()}`,
  introduction: '导语',
  cover: null,
  isOpen: true,
});

/** An open topic with a published post. The number of topics is limited. */
async function newTopic(world: World): Promise<{ id: string; slug: string; version: number }> {
  const body = topicBody(world);
  const { id } = await world.callAdmin('POST topic/create', { body });
  const postIds = [await world.post()];
  const { version } = await world.callAdmin('POST topic/arrange', { body: { id, base: 1, postIds } });
  const oldest = String(BigInt(id) - 100n);
  await world.ctx.db.deleteFrom('topics').where('id', '<', oldest).execute();
  return { id, slug: body.slug, version };
}

const webhookInput = (world: World) => ({
  name: '群机器人',
  url: `${world.externalSite}/hook`,
  events: ['order.paid'],
});

// The number of webhooks is limited, and every request about one needs its own.
async function newWebhook(world: World): Promise<string> {
  const { id } = await world.callAdmin('POST webhook/create', { body: webhookInput(world) });
  const oldest = String(BigInt(id) - 10n);
  await world.ctx.db.deleteFrom('webhooks').where('id', '<', oldest).execute();
  return id;
}

// The number of pages is limited, and every request about one needs its own.
async function newPage(world: World): Promise<string> {
  const { id } = await world.callAdmin('POST page/create', { body: { template: 'about' } });
  const oldest = String(BigInt(id) - 100n);
  await world.ctx.db.deleteFrom('pages').where('id', '<', oldest).execute();
  return id;
}

async function readyPage(world: World): Promise<{ id: string; base: number; slug: string }> {
  const id = await newPage(world);
  const slug = `page-${world.unique()}`;
  const content = { title: '关于我们', slug, html: '<p>正文。</p>' };
  const { version } = await world.callAdmin('POST page/save', { body: { id, base: 1, content } });
  return { id, base: version, slug };
}

async function publishedPage(world: World): Promise<string> {
  const { id, base, slug } = await readyPage(world);
  await world.callAdmin('POST page/publish', { body: { id, base } });
  return slug;
}

const newTag = async (world: World): Promise<string> => {
  const tag = { name: `标签${world.unique()}` };
  const { id } = await world.ctx.db.insertInto('tags').values(tag).returning('id').executeTakeFirstOrThrow();
  return id;
};

async function usedTag(world: World): Promise<string> {
  const name = `标签${world.unique()}`;
  await world.post({ tags: [name] });
  return name;
}

const newTransfer = async (world: World): Promise<string> =>
  (await world.callAdmin('POST transfer/export', { body: { withoutPeople: true } })).id;

/** An import that added a post and lacks its picture. */
async function newImport(world: World): Promise<string> {
  const { id } = await world.ctx.db
    .insertInto('transfers')
    .values({ kind: 'import', name: '旧站.xml', path: '', state: 'done' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const target_id = await world.post();
  await world.ctx.db
    .insertInto('transfer_items')
    .values({ transfer_id: id, kind: 'post', target_id })
    .execute();
  await world.ctx.db
    .insertInto('transfer_pictures')
    .values({ transfer_id: id, post_id: target_id, src: '/a.png', reason: '没有' })
    .execute();
  return id;
}

/** An import that waits for its columns; its file is gone, so that nothing is imported. */
async function newWaitingImport(world: World): Promise<string> {
  const { id } = await world.ctx.db
    .insertInto('transfers')
    .values({ kind: 'import', name: '旧站.xml', path: 'none.xml', state: 'waiting' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function finishedTransfer(world: World): Promise<string> {
  // Mutated requests have queued whole-site exports, which the worker would run one after the other.
  await world.ctx.db
    .updateTable('transfers')
    .set({ state: 'cancelled', finished_at: new Date() })
    .where('state', '=', 'queued')
    .execute();
  const id = await newTransfer(world);
  await waitFor(async () => {
    const { state } = await world.callAdmin('GET transfer/detail', { query: { id } });
    return state === 'done' ? true : undefined;
  });
  return id;
}

async function newNotice(world: World) {
  const person = await world.newMember();
  await inTransaction(world.ctx, (trx) =>
    notifyMembers(world.ctx, trx, [person.memberId], {
      kind: 'system',
      title: '一条通知',
      link: '/',
      sourceKey: `fuzz:${world.unique()}`,
    }),
  );
  const { records } = await world.call('GET /member/notices', person);
  return { as: person, query: { id: records[0].id } };
}

async function subscription(world: World): Promise<string> {
  const { memberId } = await world.newMember();
  const signature = createHmac('sha256', await portalSecret(world.ctx, 'notice-letters'))
    .update(`${memberId}.reply.mail`)
    .digest('base64url');
  return `${memberId}.reply.${signature}`;
}

const know = { place: 'site', title: '须知', body: '<p>须知正文。</p>' };
const newPopup = async (world: World): Promise<string> =>
  (await world.callAdmin('POST know/create', { body: know })).id;
async function publishedPopup(world: World): Promise<string> {
  const id = await newPopup(world);
  await world.callAdmin('POST know/publish', { body: { id } });
  return id;
}

async function newPin(world: World): Promise<string> {
  await world.ctx.db.deleteFrom('pins').execute();
  return (await world.callAdmin('POST pin/add', { body: { columnId: null, postId: await world.post() } })).id;
}

const advert = (image: string) => ({
  position: 1,
  title: '广告',
  image,
  href: '/',
  weight: 1,
  startsAt: '2026-01-01T00:00:00+08:00',
  endsAt: null,
});
async function newAdvert(world: World) {
  const body = advert('/files/000000/aa/none.webp');
  const { id } = await world.callAdmin('POST advert/create', { body });
  return { id, body };
}
const newAdvertId = async (world: World): Promise<string> => (await newAdvert(world)).id;

const newWord = async (world: World): Promise<string> =>
  (await world.callAdmin('POST word/add', { body: { word: `禁词${world.unique()}`, level: 'warn' } })).id;

const newColumn = async (world: World): Promise<string> =>
  (await world.callAdmin('POST column/create', { body: { columnName: `栏目${world.unique()}` } })).id;

const newScan = async (world: World): Promise<string> => {
  await world.ctx.db.deleteFrom('leak_scans').execute();
  return (await world.callAdmin('POST leak/scan', { body: { most: 1 } })).id;
};

export const siteBaselines: Baselines = {
  'POST /admin/settings/save': () => ({ body: { group: 'site', values: { name: '观澜' } } }),
  'POST /admin/settings/reset': () => ({ body: { group: 'site' } }),
  'POST /admin/settings/try': () => ({
    body: { group: 'mail', values: { provider: 'outbox' }, to: 'me@example.cn' },
  }),
  'POST /admin/settings/uploadPicture': async () => ({
    body: { field: 'logo' },
    file: { name: 'a.png', type: 'image/png', bytes: await picture() },
  }),
  'GET /reception/wechat/shareSignature': () => ({ query: { address: `${fuzzedSite}/` } }),
  'GET /reception/outbox': () => ({ as: 'admin' }),
  'POST /admin/engine/repush': async (world) => {
    const values = { indexNow: true, indexNowKey: 'key-of-the-site' };
    const { groups } = await world.callAdmin('GET settings/list');
    const base = groups.find(({ name }: { name: string }) => name === 'engines').updatedAt;
    await world.callAdmin('POST settings/save', { body: { group: 'engines', base, values } });
    const addresses = [`${fuzzedSite}/2/detail?id=${await world.post()}`];
    const push = { engine: 'indexnow', addresses, is_taken: true, answer: '已收到', pushed_at: new Date() };
    const { id } = await world.ctx.db
      .insertInto('engine_pushes')
      .values(push)
      .returning('id')
      .executeTakeFirstOrThrow();
    return { body: { id } };
  },
  'GET /reception/siteProof': () => ({ query: { nonce: 'abcdefghijklmnopqrstuvwx' } }),
  'GET /admin/agreement/detail': async (world) => ({ query: { id: await newAgreement(world) } }),
  'GET /admin/agreement/draft': () => ({ query: { kind: 'agreement' } }),
  'GET /admin/agreement/draftVersions': () => ({ query: { kind: 'agreement' } }),
  'GET /admin/agreement/draftVersion': async (world) => ({
    query: { kind: 'agreement', number: String(await newDraftVersion(world)) },
  }),
  'POST /admin/agreement/saveDraft': async (world) => ({
    body: {
      kind: 'agreement',
      base: await newDraftVersion(world),
      content: { title: '用户协议', html: '<p>正文。</p>' },
    },
  }),
  'POST /admin/agreement/restoreDraft': async (world) => {
    const number = await newDraftVersion(world);
    return { body: { kind: 'agreement', base: number, number } };
  },
  'POST /admin/agreement/draftFrom': async (world) => ({ body: { id: await newAgreement(world) } }),
  'POST /admin/agreement/create': () => ({
    body: {
      kind: 'agreement',
      title: '用户协议',
      body: '<p>正文。</p>',
      effectiveAt: '2099-01-01T00:00:00+08:00',
    },
  }),
  'POST /admin/agreement/save': async (world) => ({
    body: {
      id: await newAgreement(world),
      title: '用户协议',
      body: '<p>改。</p>',
      effectiveAt: '2099-01-01T00:00:00+08:00',
    },
  }),
  'POST /admin/agreement/delete': async (world) => ({ body: { id: await newAgreement(world) } }),
  'GET /admin/media/detail': async (world) => ({ query: { id: await newMedia(world) } }),
  'POST /admin/media/upload': async () => ({
    file: { name: 'a.png', type: 'image/png', bytes: await picture() },
  }),
  'POST /admin/media/card': (world) => ({ body: { url: `${world.externalSite}/p.html` } }),
  'POST /admin/media/bring': (world) => ({ body: { url: `${world.externalSite}/p.png` } }),
  'POST /admin/media/save': async (world) => ({
    body: { id: await newMedia(world), name: '图.png', alt: '图', folderId: await newFolder(world) },
  }),
  'POST /admin/media/move': async (world) => ({
    body: { ids: [await newMedia(world)], folderId: await newFolder(world) },
  }),
  'POST /admin/media/delete': async (world) => ({ body: { ids: [await newMedia(world)] } }),
  'POST /admin/media/createFolder': (world) => ({ body: { name: `夹${world.unique()}` } }),
  'POST /admin/media/renameFolder': async (world) => ({
    body: { id: await newFolder(world), name: `夹${world.unique()}` },
  }),
  'POST /admin/media/deleteFolder': async (world) => ({ body: { id: await newFolder(world) } }),
  'GET /reception/column/getColumnChildrenList': () => ({ query: { columnId: '2' } }),
  'POST /admin/column/create': (world) => ({ body: { columnName: `栏目${world.unique()}` } }),
  'POST /admin/column/save': async (world) => {
    const id = await newColumn(world);
    const { columns, tree, mark } = await world.callAdmin('GET column/tree');
    const all = [...(columns ?? tree ?? [])];
    const { posts: _p, children: _c, mark: own, ...column } = all.find((one) => one.id === id) ?? {};
    return { body: { ...column, mark: own ?? mark, columnName: `栏目${world.unique()}` } };
  },
  'POST /admin/column/arrange': async (world) => {
    const { columns, mark } = await world.callAdmin('GET column/tree');
    return {
      body: {
        mark,
        columns: columns.map(({ id, parentId }: { id: string; parentId: string | null }) => ({
          id,
          parentId,
        })),
      },
    };
  },
  'POST /admin/column/delete': async (world) => ({ body: { id: await newColumn(world) } }),
  'POST /admin/word/add': (world) => ({ body: { word: `禁词${world.unique()}`, level: 'warn' } }),
  'POST /admin/word/save': async (world) => ({ body: { id: await newWord(world), level: 'review' } }),
  'POST /admin/word/delete': async (world) => ({ body: { ids: [await newWord(world)] } }),
  'POST /admin/word/import': (world) => ({
    file: { name: 'w.txt', type: 'text/plain', bytes: Buffer.from(`禁词${world.unique()}\n`) },
  }),
  'POST /admin/moderation/try': () => ({ body: { text: '一段正文。' } }),
  'POST /reception/getAdList': () => ({ query: { adPosid: '1' } }),
  'POST /reception/countAd': async (world) => ({ query: { seen: await newAdvertId(world) } }),
  'GET /admin/advert/days': async (world) => ({ query: { id: await newAdvertId(world) } }),
  'POST /admin/advert/create': () => ({ body: advert('/files/000000/aa/none.webp') }),
  'POST /admin/advert/save': async (world) => {
    const { id, body } = await newAdvert(world);
    const { records } = await world.callAdmin('GET advert/list', { query: { size: '100' } });
    return { body: { ...body, id, mark: records.find((one: { id: string }) => one.id === id).mark } };
  },
  'POST /admin/advert/pause': async (world) => ({ body: { id: await newAdvertId(world), isPaused: true } }),
  'POST /admin/advert/delete': async (world) => ({ body: { id: await newAdvertId(world) } }),
  'POST /admin/pin/add': async (world) => {
    await world.ctx.db.deleteFrom('pins').execute();
    return { body: { columnId: null, postId: await world.post() } };
  },
  'POST /admin/pin/save': async (world) => ({
    body: { id: await newPin(world), startsAt: '2026-01-01T00:00:00+08:00', endsAt: null },
  }),
  'POST /admin/pin/arrange': async (world) => ({ body: { columnId: null, ids: [await newPin(world)] } }),
  'POST /admin/pin/remove': async (world) => ({ body: { id: await newPin(world) } }),
  'GET /reception/getKnow': () => ({ query: { place: 'site' } }),
  'GET /admin/know/list': () => ({ query: { place: 'site' } }),
  'POST /admin/know/preview': () => ({ body: { body: '<p>正文</p>' } }),
  'POST /admin/know/create': () => ({ body: know }),
  'POST /admin/know/publish': async (world) => ({ body: { id: await newPopup(world) } }),
  'POST /admin/know/withdraw': async (world) => ({ body: { id: await publishedPopup(world) } }),
  'POST /member/acknowledgeKnow': async (world) => ({ query: { id: await publishedPopup(world) } }),
  'GET /admin/leak/detail': async (world) => ({ query: { id: await newScan(world) } }),
  'POST /admin/leak/scan': async (world) => {
    await world.ctx.db.deleteFrom('leak_scans').execute();
    return { body: { most: 1 } };
  },
  'POST /admin/leak/cancel': async (world) => ({ body: { id: await newScan(world) } }),
  'POST /admin/leak/trace': () => ({
    body: { text: '一段在外面发现的文字，长到足以辨认出是谁读到的那一份。'.repeat(4) },
  }),
  'POST /admin/leak/traceNumber': () => ({ body: { number: '7K2M-Q9XD-4HTV' } }),
  'POST /admin/leak/traceFile': async (world) => ({ body: { file: await world.post() } }),
  'POST /admin/feed/create': (world) => ({
    body: { name: `源${world.unique()}`, url: `${world.externalSite}/f${world.unique()}`, columnId: '2' },
  }),
  'POST /admin/feed/save': async (world) => ({
    body: {
      id: await newFeed(world),
      name: `源${world.unique()}`,
      url: `${world.externalSite}/f${world.unique()}`,
      columnId: '2',
    },
  }),
  'POST /admin/feed/delete': async (world) => ({ body: { id: await newFeed(world) } }),
  'POST /admin/feed/fetch': async (world) => ({ body: { id: await newFeed(world) } }),
  'GET /admin/feed/item': async (world) => ({ query: { id: await newFeedItem(world) } }),
  'POST /admin/feed/approve': async (world) => ({ body: { id: await newFeedItem(world), as: 'draft' } }),
  'POST /admin/feed/dismiss': async (world) => ({ body: { ids: [await newFeedItem(world)] } }),
  'POST /member/readNotice': newNotice,
  'POST /member/deleteNotice': newNotice,
  'POST /member/saveNoticeSettings': () => ({ body: { kind: 'reply', isOn: true } }),
  'GET /reception/noticeSubscription': async (world) => ({ query: { token: await subscription(world) } }),
  'POST /reception/endNoticeSubscription': async (world) => ({ body: { token: await subscription(world) } }),
  'POST /admin/sendAnnouncement': (world) => ({
    body: { title: `公告${world.unique()}`, body: '公告正文。', link: '/' },
  }),
  'GET /admin/transfer/detail': async (world) => ({ query: { id: await newTransfer(world) } }),
  'POST /admin/transfer/backup': () => ({}),
  'POST /admin/transfer/export': () => ({ body: { withoutPeople: true } }),
  'POST /admin/transfer/import': () => ({
    file: { name: 'a.md', type: 'text/markdown', bytes: Buffer.from('---\ntitle: 导入\n---\n正文。\n') },
    body: { columnId: '2' },
  }),
  'POST /admin/transfer/importMembers': () => ({
    file: { name: 'a.csv', type: 'text/csv', bytes: Buffer.from('邮箱\nfuzz@example.cn\n') },
    body: { vipUntil: '2099-12-31' },
  }),
  'POST /admin/transfer/cancel': async (world) => ({ body: { id: await newTransfer(world) } }),
  'GET /admin/transfer/pictures': async (world) => ({ query: { id: await newTransfer(world) } }),
  'POST /admin/transfer/start': async (world) => ({
    body: { id: await newWaitingImport(world), columnId: '2', categories: [{ name: '宏观', columnId: '2' }] },
  }),
  'POST /admin/transfer/refetch': async (world) => ({ body: { id: await newImport(world) } }),
  'POST /admin/transfer/undo': async (world) => ({ body: { id: await newImport(world) } }),
  'GET /admin/transfer/download': async (world) => ({ query: { id: await finishedTransfer(world) } }),
  'POST /admin/start/goLive': () => ({ body: { item: 'backup', isTicked: true } }),
  'POST /admin/start/live': async (world) => {
    await reachMilestone(world.ctx, liveMilestone);
    return {};
  },
  'POST /admin/start/step': () => ({ body: { step: 'read' } }),
  'POST /admin/economicEvent/import': () => ({
    file: { name: 'e.csv', type: 'text/csv', bytes: Buffer.from('date,time,event\n2026-11-20,09:30,CPI\n') },
  }),
  'POST /admin/economicEvent/delete': () => ({ body: { ids: ['1'] } }),
  'POST /admin/redirect/save': (world) => ({
    body: { source: `/old/${world.unique()}`, status: '301', target: '/index' },
  }),
  'POST /admin/redirect/delete': () => ({ body: { ids: ['1'] } }),
  'POST /admin/redirect/import': (world) => ({
    file: {
      name: 'r.csv',
      type: 'text/csv',
      bytes: Buffer.from(`来源,目标\n/old/${world.unique()},/index\n`),
    },
  }),
  'POST /admin/redirect/ignoreMissing': () => ({ body: { ids: ['1'], isIgnored: true } }),
  'POST /admin/redirect/deleteMissing': () => ({ body: { ids: ['1'] } }),
  'POST /admin/home/save': async (world) => {
    const { version, blocks } = await world.callAdmin('GET home/layout');
    return { body: { base: version, blocks } };
  },
  'POST /admin/home/reset': async (world) => ({
    body: { base: (await world.callAdmin('GET home/layout')).version },
  }),
  'GET /reception/topics': () => ({ query: {} }),
  'GET /reception/topic': async (world) => ({ query: { slug: (await newTopic(world)).slug } }),
  'GET /reception/topicPosts': async (world) => ({ query: { slug: (await newTopic(world)).slug } }),
  'GET /reception/topicsOfPost': () => ({ query: { id: '1' } }),
  'GET /admin/topic/list': () => ({ query: {} }),
  'GET /admin/topic/detail': async (world) => ({ query: { id: (await newTopic(world)).id } }),
  'POST /admin/topic/create': (world) => ({ body: topicBody(world) }),
  'POST /admin/topic/save': async (world) => {
    const { id, version } = await newTopic(world);
    return { body: { id, base: version, ...topicBody(world) } };
  },
  'POST /admin/topic/arrange': async (world) => {
    const { id, version } = await newTopic(world);
    return { body: { id, base: version, postIds: [] } };
  },
  'POST /admin/topic/delete': async (world) => ({ body: { id: (await newTopic(world)).id } }),
  'GET /admin/menu/detail': () => ({ query: {} }),
  'POST /admin/menu/save': async (world) => {
    const { mark, items } = await world.callAdmin('GET menu/detail');
    return { body: { mark, items } };
  },
  'POST /admin/footer/save': async (world) => ({
    body: { base: (await world.callAdmin('GET footer/detail')).version, groups: null },
  }),
  'GET /reception/getPage': async (world) => ({ query: { slug: await publishedPage(world) } }),
  'POST /admin/webhook/create': (world) => ({ body: webhookInput(world) }),
  'POST /admin/webhook/save': async (world) => ({
    body: { id: await newWebhook(world), ...webhookInput(world), isActive: true },
  }),
  'POST /admin/webhook/rotateSecret': byId(newWebhook),
  'POST /admin/webhook/delete': byId(newWebhook),
  'POST /admin/webhook/test': byId(newWebhook),
  'GET /admin/webhook/deliveries': async (world) => ({ query: { webhookId: await newWebhook(world) } }),
  'POST /admin/webhook/redeliver': async (world) => {
    const id = await newWebhook(world);
    return { body: { id: (await world.callAdmin('POST webhook/test', { body: { id } })).id } };
  },
  'GET /admin/page/detail': byQueryId(newPage),
  'GET /admin/page/versions': byQueryId(newPage),
  'GET /admin/page/version': async (world) => ({ query: { id: await newPage(world), number: 1 } }),
  'POST /admin/page/create': () => ({ body: { template: 'blank' } }),
  'POST /admin/page/save': async (world) => ({
    body: { id: await newPage(world), base: 1, content: { title: '题', slug: 'a', html: '<p>文</p>' } },
  }),
  'POST /admin/page/publish': async (world) => {
    const { id, base } = await readyPage(world);
    return { body: { id, base } };
  },
  'POST /admin/page/restore': byId(newPage, { base: 1, number: 1 }),
  'POST /admin/page/withdraw': byId(newPage),
  'POST /admin/page/delete': byId(newPage),
  'GET /reception/tag': async (world) => ({ query: { name: await usedTag(world) } }),
  'GET /reception/tagPosts': async (world) => ({ query: { name: await usedTag(world) } }),
  'GET /admin/tag/detail': byQueryId(newTag),
  'POST /admin/tag/rename': async (world) => ({
    body: { id: await newTag(world), name: `标签${world.unique()}` },
  }),
  'POST /admin/tag/merge': async (world) => ({
    body: { ids: [await newTag(world)], intoId: await newTag(world) },
  }),
  'POST /admin/tag/delete': async (world) => ({ body: { ids: [await newTag(world)] } }),
  'POST /admin/stock/save': (world) => ({
    body: { code: `T${world.unique()}`, name: '测试股份', market: 'SH', aliases: ['测试'], isNew: true },
  }),
  'POST /admin/stock/delete': () => ({ body: { ids: ['999999'] } }),
  'POST /admin/stock/import': () => ({
    file: { name: 's.csv', type: 'text/csv', bytes: Buffer.from('代码,名称\n999998,测试股份\n') },
  }),
  'POST /admin/tag/describe': byId(newTag, { description: '介绍' }),
  'POST /admin/tag/freeName': () => ({ body: { name: '旧名' } }),
  'POST /admin/contest/market/import': () => ({
    file: { name: 'd.csv', type: 'text/csv', bytes: dailyCsv(codes.stock, '2026-11-20') },
    body: { kind: 'daily' },
  }),
};
