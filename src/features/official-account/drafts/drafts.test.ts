import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startWechatSandbox, type WechatSandbox } from '#features/identity/index.ts';
import { withdrawPost } from '#features/posts/index.ts';
import { loadConfig } from '#kernel/config.ts';
import type { Context } from '#kernel/context.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { convertPicture } from './pictures.ts';
import { sendDrafts, tidyDrafts } from './send-drafts.ts';

let portal: Portal;
let wechat: WechatSandbox;
let token: string;
/** How far the worker's clock is ahead, in ms. Never goes back, because tokens have times. */
let ahead = 0;
const site = 'https://news.example.cn';
const ctxNow = (): Context => ({ ...portal.ctx, now: () => new Date(Date.now() + ahead) });

beforeAll(async () => {
  const { wechatSandbox } = loadConfig({ WECHAT_SANDBOX_PORT: '1', DATA_DIR: '/nowhere' });
  if (!wechatSandbox) throw new Error('a demo portal has a sandbox');
  wechat = await startWechatSandbox({ ...wechatSandbox, port: 0 });
  portal = await openPortal({ WECHAT_SANDBOX_PORT: String(wechat.port), SITE_URL: site });
  ({ token } = await logIn(portal, { role: 'admin' }));
});
afterAll(async () => {
  await portal.close();
  await wechat.stop();
});
beforeEach(async () => {
  wechat.service.revoke('draft', false);
  await portal.ctx.db.deleteFrom('wechat_drafts').execute();
});

const texts = { title: '公众号里的标题', author: '长堤', digest: '摘要' };
const create = (postId: string, more: object = {}, as = token) =>
  portal.call('POST /admin/wechatDraft/create', { body: { postId, ...texts, ...more }, token: as });
const overview = async (id: string) => {
  const { body } = await portal.call('GET /admin/wechatDraft/overview', { query: { id }, token });
  return body.data;
};
const newest = async (id: string) => (await overview(id)).drafts[0];
const work = () =>
  sendDrafts(ctxNow(), portal.app.officialAccount, new AbortController().signal).then(() => undefined);
const lastDraft = () => wechat.service.drafts.at(-1);

/** Saves a picture that no other test has. @returns its address */
async function savePicture(side = 40): Promise<string> {
  const noise = { width: side, height: side, channels: 3 as const };
  const bytes = await sharp(randomBytes(side * side * 3), { raw: noise })
    .webp({ lossless: true })
    .toBuffer();
  return portal.app.files.save(portal.ctx.tenant.id, bytes, 'picture.webp');
}

describe('a post', () => {
  test('becomes a draft with its pictures, its cover, the link and the QR code', async () => {
    const [inText, cover] = [await savePicture(), await savePicture()];
    const body = `<p>正文。</p><figure><img src="${inText}" alt="图"><figcaption>说明</figcaption></figure>`;
    const id = await addPost(portal, { body, cover });
    expect((await create(id)).status).toBe(200);
    expect(await newest(id)).toMatchObject({ state: 'waiting', ...texts });
    await work();
    const done = await newest(id);
    expect(done).toMatchObject({ state: 'done', pictures: 3, uploaded: 3, missing: [], fault: '' });
    expect(done.mediaId).toMatch(/^\S{20,}$/);
    const draft = lastDraft();
    expect(draft).toMatchObject({ ...texts, link: `${site}/mobileDetail?id=${id}` });
    expect(draft?.content.match(/<img src="http:\/\/mmbiz\.qpic\.cn\/[^"]+"/g)).toHaveLength(2);
    expect(draft?.content).toContain(`${site}/mobileDetail?id=${id}`);
  });

  test('is sent again without uploading its pictures again', async () => {
    const id = await addPost(portal, { body: `<p>正文<img src="${await savePicture()}" alt=""></p>` });
    await create(id);
    await work();
    const { uploadCount } = wechat.service;
    expect((await create(id)).body.msg).toContain('这一版已经发过');
    expect((await create(id, { isRepeat: true })).status).toBe(200);
    await work();
    expect((await newest(id)).state).toBe('done');
    expect(wechat.service.uploadCount).toBe(uploadCount);
    expect((await overview(id)).isSent).toBe(true);
  });

  test('is sent with its pictures uploaded again once the site has another account', async () => {
    const cover = await savePicture();
    const id = await addPost(portal, { cover, body: `<p>正文<img src="${await savePicture()}" alt=""></p>` });
    const send = async () => {
      const { uploadCount } = wechat.service;
      await create(id, { isRepeat: true });
      await work();
      expect((await newest(id)).state).toBe('done');
      return wechat.service.uploadCount - uploadCount;
    };
    const pictures = () => portal.ctx.db.selectFrom('wechat_pictures').select(['app_id', 'reference']);
    const uploaded = await send();
    expect(uploaded).toBeGreaterThan(1);
    // The pictures are now those of the account that the site had before.
    const references = (await pictures().execute()).map(({ reference }) => reference);
    await portal.ctx.db.updateTable('wechat_pictures').set({ app_id: 'wx-former-account' }).execute();
    expect(await send()).toBe(uploaded);
    const own = await pictures().where('app_id', '!=', 'wx-former-account').execute();
    expect(own).toHaveLength(uploaded);
    for (const { reference } of own) expect(references).not.toContain(reference);
    expect(await send()).toBe(0);
  });

  test.each(['paid', 'vip', 'member'] as const)('with %s access is sent up to the wall', async (access) => {
    const body = '<p>公开的第一段。</p><!--paywall--><p>锁住的一句。</p>';
    const id = await addPost(portal, { access, body, ...(access === 'paid' && { price: 900 }) });
    await create(id);
    await work();
    const copied = await portal.call('GET /admin/wechatDraft/copy', { query: { id }, token });
    for (const text of [lastDraft()?.content, copied.text]) {
      expect(text).toContain('公开的第一段');
      expect(text).not.toContain('锁住的一句');
      expect(text).toContain('请点击阅读原文');
    }
    expect((await overview(id)).isCut).toBe(true);
  });

  test('whose picture is gone, broken or elsewhere is sent without it, and the draft names it', async () => {
    const broken = await portal.app.files.save(portal.ctx.tenant.id, Buffer.from('no picture'), 'a.png');
    const gone = `/files/${portal.ctx.tenant.id}/ab/${'0'.repeat(38)}.webp`;
    const id = await addPost(portal, {
      body: `<p><img src="${broken}" alt="坏的"><img src="${gone}" alt=""><img src="https://o.example/a.png" alt="别处"></p>`,
    });
    await create(id);
    await work();
    expect(await newest(id)).toMatchObject({
      state: 'done',
      missing: ['第 1 张（坏的）', '第 2 张', '第 3 张（别处）'],
    });
    expect(lastDraft()?.content).toContain('［此处缺一张图片：坏的］');
  });

  test('that is withdrawn or published again while it waits is not sent', async () => {
    const [withdrawn, changed] = [await addPost(portal), await addPost(portal)];
    await create(withdrawn);
    await create(changed);
    const count = wechat.service.drafts.length;
    await withdrawPost(portal.ctx, withdrawn);
    await portal.ctx.db.updateTable('posts').set({ live_version: 9 }).where('id', '=', changed).execute();
    await work();
    expect(await newest(changed)).toMatchObject({
      state: 'failed',
      fault: '稿件在排队时又发布了新的一版，没有发送；重试会发新的一版',
    });
    expect(wechat.service.drafts).toHaveLength(count);
    const refused = await portal.call('GET /admin/wechatDraft/overview', { query: { id: withdrawn }, token });
    expect([refused.status, refused.body.msg]).toEqual([
      409,
      '稿件发布以后才能发到公众号，不然文末的链接和二维码打不开',
    ]);
  });

  test('that is locked while its pictures are uploaded is not sent', async () => {
    const id = await addPost(portal, { body: '<p>公开的。</p><!--paywall--><p>锁住的一句。</p>' });
    await create(id);
    const count = wechat.service.drafts.length;
    const { share } = portal.app.officialAccount;
    const parts = {
      ...portal.app.officialAccount,
      share: {
        ...share,
        async drawCode(address: string) {
          await portal.ctx.db.updateTable('posts').set({ access: 'vip' }).where('id', '=', id).execute();
          return share.drawCode(address);
        },
      },
    };
    await sendDrafts(ctxNow(), parts, new AbortController().signal);
    expect(await newest(id)).toMatchObject({
      state: 'failed',
      fault: '稿件在上传图片时改了，没有发送；重试会发现在的内容',
    });
    expect(wechat.service.drafts).toHaveLength(count);
  });

  test('that is too long for WeChat is refused before anything is sent', async () => {
    const id = await addPost(portal, { body: `<p>${'长'.repeat(20_000)}</p>` });
    const { uploadCount } = wechat.service;
    const { status, body } = await create(id);
    expect([status, body.msg]).toEqual([
      400,
      expect.stringMatching(/^正文超过微信的长度限制：.+20000 个字符/),
    ]);
    expect((await overview(id)).drafts).toEqual([]);
    expect(wechat.service.uploadCount).toBe(uploadCount);
  });

  test.each([
    ['title', '长'.repeat(33), '公众号标题过长，最多 32 个字'],
    ['title', ' ', '请填写公众号标题'],
    ['author', '长'.repeat(17), '公众号作者过长，最多 16 个字'],
    ['digest', '长'.repeat(129), '公众号摘要过长，最多 128 个字'],
  ])('with a %s that WeChat would refuse is refused', async (field, text, message) => {
    const { status, body } = await create(await addPost(portal), { [field]: text });
    expect([status, body.msg]).toEqual([400, message]);
  });

  test('gets suggestions that WeChat takes', async () => {
    const id = await addPost(portal, { title: '𠮷'.repeat(60), summary: '摘'.repeat(300) });
    const { suggested, title } = await overview(id);
    expect(title).toBe('𠮷'.repeat(60));
    expect((await create(id, suggested)).status).toBe(200);
  });
});

describe('an error of WeChat', () => {
  const upload = '/cgi-bin/media/uploadimg';
  const send = async () => {
    const id = await addPost(portal, { body: `<p>正文<img src="${await savePicture()}" alt="甲"></p>` });
    await create(id);
    return id;
  };

  test.each([
    [48001, upload, '该公众号没有草稿接口权限'],
    [40164, upload, '不在公众号的 IP 白名单里'],
    [45002, '/cgi-bin/draft/add', '正文超过微信的长度限制'],
    [45003, '/cgi-bin/draft/add', '标题超过微信的长度限制'],
    [50002, '/cgi-bin/draft/add', '这个公众号被微信限制了'],
    [99999, '/cgi-bin/draft/add', '微信回答了错误 99999'],
  ])('%i ends the draft with the reason in Chinese', async (errcode, path, fault) => {
    const id = await send();
    wechat.service.failNext(errcode, path);
    const count = wechat.service.drafts.length;
    await work();
    const failed = await newest(id);
    expect(failed).toMatchObject({ state: 'failed', isWithoutRight: errcode === 48001 });
    expect(failed.fault).toContain(fault);
    expect(wechat.service.drafts).toHaveLength(count);
    // Another attempt needs no confirmation.
    expect((await create(id)).status).toBe(200);
    await work();
    expect((await newest(id)).state).toBe('done');
  });

  test('that the account lacks the right points to the other way', async () => {
    const id = await send();
    wechat.service.revoke('draft', true);
    await work();
    expect(await newest(id)).toMatchObject({
      isWithoutRight: true,
      fault: expect.stringContaining('复制为公众号格式'),
    });
  });

  test.each([
    [45009, upload, '调用微信接口太频繁'],
    [-1, upload, '微信系统繁忙'],
    [-1, '/cgi-bin/draft/add', '微信系统繁忙'],
  ])(
    '%i of %s is tried again with exponential back-off, in the end in vain',
    async (errcode, path, fault) => {
      const id = await send();
      const count = wechat.service.drafts.length;
      for (const minutes of [1, 2, 4, 8, 16, 32, 60]) {
        wechat.service.failNext(errcode, path);
        await work();
        const waiting = await newest(id);
        expect(waiting).toMatchObject({ state: 'waiting', fault: expect.stringContaining(fault) });
        const waitMs = Date.parse(waiting.retryAt) - Date.now() - ahead;
        expect(Math.abs(waitMs - minutes * 60_000)).toBeLessThan(10_000);
        ahead += minutes * 60_000 - 30_000;
        await work();
        expect((await newest(id)).state).toBe('waiting');
        ahead += 30_000;
      }
      wechat.service.failNext(errcode, path);
      await work();
      expect(await newest(id)).toMatchObject({ state: 'failed', fault: expect.stringContaining(fault) });
      expect(wechat.service.drafts).toHaveLength(count);
    },
  );

  test.each([40001, 42001])('%i makes it renew the token once and go on', async (errcode) => {
    const id = await send();
    const { issuedTokenCount } = wechat.service;
    wechat.service.failNext(errcode, '/cgi-bin/draft/add');
    await work();
    expect((await newest(id)).state).toBe('done');
    expect(wechat.service.issuedTokenCount).toBeGreaterThan(issuedTokenCount);
  });

  test('40007 for a cover that was deleted in WeChat uploads it again', async () => {
    const cover = await savePicture();
    const id = await addPost(portal, { cover });
    await create(id);
    await work();
    wechat.service.deleteMaterials();
    await create(id, { isRepeat: true });
    await work();
    expect(await newest(id)).toMatchObject({ state: 'waiting', fault: expect.stringContaining('封面') });
    ahead += 60_000;
    await work();
    expect((await newest(id)).state).toBe('done');
  });

  test('about one picture leaves that out', async () => {
    const id = await send();
    wechat.service.failNext(40137, upload);
    await work();
    expect(await newest(id)).toMatchObject({ state: 'done', missing: ['第 1 张（甲）'] });
  });
});

describe('exactly one draft', () => {
  test('comes of two requests at once, and of two workers', async () => {
    const id = await addPost(portal);
    const answers = await Promise.all([create(id), create(id), create(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const count = wechat.service.drafts.length;
    await Promise.all([work(), work()]);
    expect(wechat.service.drafts).toHaveLength(count + 1);
  });

  test('or an unknown outcome comes of an answer that never arrives', async () => {
    const id = await addPost(portal);
    await create(id);
    wechat.service.loseNextDraft();
    const count = wechat.service.drafts.length;
    await work();
    const unknown = await newest(id);
    expect(unknown).toMatchObject({ state: 'unknown', fault: expect.stringContaining('草稿箱核对') });
    ahead += 3_600_000;
    await work();
    expect(wechat.service.drafts).toHaveLength(count + 1);
    expect((await create(id)).body.msg).toContain('这一版已经发过');
    expect((await create(id, { isRepeat: true })).status).toBe(200);
  });

  test('or an unknown outcome comes of a worker that is killed before the answer', async () => {
    const id = await addPost(portal);
    await create(id);
    const count = wechat.service.drafts.length;
    const { serviceAccount } = portal.app.officialAccount;
    let killed = () => {};
    const isSent = new Promise<void>((resolve) => {
      killed = resolve;
    });
    // The request leaves, and the process never sees its answer.
    void sendDrafts(
      ctxNow(),
      {
        ...portal.app.officialAccount,
        serviceAccount: (...given) => {
          const account = serviceAccount(...given);
          return {
            ...account,
            addDraft: async (article) => {
              await account.addDraft(article);
              killed();
              return new Promise(() => {});
            },
          };
        },
      },
      new AbortController().signal,
    );
    await isSent;
    await work();
    expect((await newest(id)).state).toBe('sending');
    expect((await create(id, { isRepeat: true })).body.msg).toBe('这篇稿件正在发到公众号，请等它结束');
    ahead += 301_000;
    await work();
    expect((await newest(id)).state).toBe('unknown');
    expect(wechat.service.drafts).toHaveLength(count + 1);
  });
});

describe('who may send', () => {
  const addRole = async (code: string, permissions: string[]) => {
    await portal.ctx.db.insertInto('roles').values({ code, name: code, permissions }).execute();
    const { token: given, memberId: member_id } = await logIn(portal);
    await portal.ctx.db.insertInto('member_roles').values({ member_id, role: code }).execute();
    return given;
  };
  const calls = (id: string) =>
    [
      ['GET /admin/wechatDraft/overview', { query: { id } }],
      ['GET /admin/wechatDraft/copy', { query: { id } }],
      ['POST /admin/wechatDraft/create', { body: { postId: id, ...texts } }],
    ] as const;

  test('staff who publish; contributors, members and visitors may not', async () => {
    const id = await addPost(portal);
    const contributor = await addRole('contributor-only', ['content.contribute']);
    const editor = await logIn(portal, { role: 'editor' });
    const member = await logIn(portal);
    for (const [key, options] of calls(id)) {
      const statusFor = async (as?: string) =>
        (await portal.call(key, { ...options, ...(as && { token: as }) })).status;
      expect(await statusFor(contributor)).toBe(403);
      expect(await statusFor(member.token)).toBe(403);
      expect(await statusFor()).toBe(401);
      expect(await statusFor(editor.token)).toBe(200);
    }
  });

  test('a contributor who may publish, only their own posts', async () => {
    const own = await addRole('own-publisher', ['content.contribute', 'content.publish']);
    for (const [key, options] of calls(await addPost(portal)))
      expect((await portal.call(key, { ...options, token: own })).status).toBe(404);
  });
});

test('without a service account the overview says so, nothing is queued, and copying works', async () => {
  const bare = await openPortal();
  const { token: admin } = await logIn(bare, { role: 'admin' });
  const id = await addPost(bare, { body: '<p>正文<img src="/files/000000/ab/1.webp" alt="图"></p>' });
  const call = (key: string, options: object) => bare.call(key, { token: admin, ...options });
  const seen = await call('GET /admin/wechatDraft/overview', { query: { id } });
  expect(seen.body.data).toMatchObject({
    account: null,
    obstacle: expect.stringContaining('还没有配置微信服务号'),
  });
  const refused = await call('POST /admin/wechatDraft/create', { body: { postId: id, ...texts } });
  expect(refused.status).toBe(409);
  const { html, text, pictures } = (await call('GET /admin/wechatDraft/copy', { query: { id } })).body.data;
  expect(html).toMatch(/<img src="http:\/\/[^"]+\/files\/000000\/ab\/1\.webp"/);
  expect(text).toMatch(/^正文/);
  expect(pictures).toBe(1);
  await bare.close();
});

test('a large picture is made small enough for WeChat', { tags: ['deep'] }, async () => {
  const noise = { width: 2400, height: 1800, channels: 3 as const };
  const large = await sharp(randomBytes(2400 * 1800 * 3), { raw: noise })
    .webp({ quality: 90 })
    .toBuffer();
  const converted = await convertPicture(large);
  expect(converted?.type).toBe('image/jpeg');
  expect(converted?.bytes.length).toBeLessThan(1_000_000);
  expect(await convertPicture(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>'))).toBeNull();
});

test('drafts and pictures are forgotten after half a year', async () => {
  const id = await addPost(portal);
  await create(id);
  await work();
  await tidyDrafts(ctxNow());
  expect((await overview(id)).drafts).toHaveLength(1);
  ahead += 181 * 86_400_000;
  await tidyDrafts(ctxNow());
  expect((await overview(id)).drafts).toHaveLength(0);
  expect(await portal.ctx.db.selectFrom('wechat_pictures').select('kind').execute()).toEqual([]);
});
