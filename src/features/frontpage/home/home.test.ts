import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';
import { purgedBy } from '#testing/purges.ts';
import { defaultBlocks, type HomeLayout, type LayoutBlock, readStoredBlocks } from './schema.ts';

let portal: Portal;
let editor: string;
beforeAll(async () => {
  portal = await openPortal();
  editor = (await logIn(portal, { role: 'editor' })).token;
});
afterAll(() => portal.close());
beforeEach(async () => {
  const { version } = await read();
  if (version > 0) await post('reset', { base: version });
});

const read = async (): Promise<HomeLayout> =>
  (await portal.call('GET /admin/home/layout', { token: editor })).body.data;
const post = async (path: string, body: object) =>
  (await portal.call(`POST /admin/home/${path}`, { body, token: editor })).body;
const save = async (blocks: unknown) => post('save', { base: (await read()).version, blocks });
const shown = async () => (await portal.call('GET /reception/homeBlocks')).body.data;
const column = (columnId: string): LayoutBlock => ({ kind: 'column', columnId, isHidden: false });
const text = (words: string, title = ''): LayoutBlock => ({
  ...{ kind: 'text', title, text: words },
  isHidden: false,
});
const hide = (kind: string) =>
  defaultBlocks.map((block) => (block.kind === kind ? { ...block, isHidden: true } : block));

describe('the home page', () => {
  test('has all fixed blocks until staff save a layout, and again after a reset', async () => {
    const all = defaultBlocks.map(({ kind }) => ({ kind }));
    expect(await shown()).toEqual(all);
    expect(await read()).toMatchObject({ isDefault: true, blocks: defaultBlocks });
    await save([text('一句话'), ...defaultBlocks]);
    expect(await shown()).toEqual([{ kind: 'text', title: '', text: '一句话' }, ...all]);
    expect(await post('reset', { base: (await read()).version })).toMatchObject({ code: 200 });
    expect(await shown()).toEqual(all);
  });

  test('shows the blocks that staff chose, in their order, and purges the pages that show it', async () => {
    const [quotes, ...others] = hide('contest');
    const blocks = [...others, column('2'), quotes];
    expect(await purgedBy(portal, () => save(blocks))).toEqual(['home']);
    const kinds = (await shown()).map(({ kind }: { kind: string }) => kind);
    expect(kinds).not.toContain('contest');
    expect(kinds.slice(-2)).toEqual(['column', 'quotes']);
    expect((await shown()).at(-2)).toEqual({ kind: 'column', columnId: '2' });
    expect(await read()).toMatchObject({ isDefault: false, blocks });
    const { version } = await read();
    expect(await purgedBy(portal, () => post('reset', { base: version }))).toEqual(['home']);
  });

  test('is not saved on top of a version that has changed', async () => {
    const { version } = await read();
    const answers = await Promise.all(
      ['甲', '乙'].map((words) => post('save', { base: version, blocks: [...defaultBlocks, text(words)] })),
    );
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect(await post('reset', { base: version })).toMatchObject({
      code: 409,
      msg: '首页版面刚被别人改过，请在最新的版面上再改',
    });
    // A reset does not make an older version valid again.
    const saved = (await read()).version;
    await post('reset', { base: saved });
    expect(await post('save', { base: saved, blocks: defaultBlocks })).toMatchObject({ code: 409 });
  });

  test('records changes in the audit log', async () => {
    await save(hide('vip'));
    const admin = (await logIn(portal, { role: 'admin' })).token;
    const { body } = await portal.call('GET /admin/audit/list', {
      query: { target: 'home-layout' },
      token: admin,
    });
    expect(body.data.records[0]).toMatchObject({ action: 'home.save' });
  });

  test.each([
    ['每个固定板块应出现一次', defaultBlocks.slice(1)],
    ['每个固定板块应出现一次', [...defaultBlocks.slice(1), defaultBlocks[1]]],
    ['板块的类型不正确', [...defaultBlocks, { kind: 'html', isHidden: false }]],
    ['请填写文字', [...defaultBlocks, text(' ')]],
    ['文字过长，最多 1000 个字', [...defaultBlocks, text('长'.repeat(1001))]],
    ['标题过长，最多 40 个字', [...defaultBlocks, text('字', '长'.repeat(41))]],
    ['栏目不正确', [...defaultBlocks, column('x')]],
    ['选的栏目不存在', [...defaultBlocks, column('987654')]],
    ['不是文章栏目', [...defaultBlocks, column('1')]],
    ['最多添加 12 个板块', [...defaultBlocks, ...Array.from({ length: 13 }, () => text('字'))]],
  ])('refuses a layout: %s', async (message, blocks) => {
    expect(await save(blocks)).toMatchObject({ code: 400, msg: expect.stringContaining(message) });
    expect(await read()).toMatchObject({ isDefault: true });
  });

  test.each(['GET layout', 'POST save', 'POST reset'])('%s requires frontpage.manage', async (call) => {
    const [method, path] = call.split(' ');
    const status = async (token?: string) =>
      (
        await portal.call(`${method} /admin/home/${path}`, {
          ...(token && { token }),
          ...(method === 'POST' && { body: {} }),
        })
      ).status;
    expect(await status()).toBe(401);
    expect(await status((await logIn(portal)).token)).toBe(403);
    expect(await status((await logIn(portal, { role: 'reviewer' })).token)).toBe(403);
  });
});

test('a layout of another version shows what this one knows, and hides the fixed blocks it lacks', () => {
  const stored = [{ kind: 'vip', isHidden: false }, { kind: 'horoscope', isHidden: false }, text('字')];
  const blocks = readStoredBlocks(stored);
  expect(blocks.slice(0, 2)).toEqual([{ kind: 'vip', isHidden: false }, text('字')]);
  expect(blocks).toHaveLength(defaultBlocks.length + 1);
  expect(blocks.slice(2).every(({ isHidden }) => isHidden)).toBe(true);
});
