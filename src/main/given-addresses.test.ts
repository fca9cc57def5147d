import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';

let portal: Portal;
let token: string;
let postId: string;
let version: number;
let content: Record<string, unknown>;
beforeAll(async () => {
  portal = await openPortal();
  ({ token } = await logIn(portal, { role: 'admin' }));
  ({ id: postId } = (await postCall('/admin/post/create', { columnId: '2' })).data);
  ({ content, version } = (
    await portal.call('GET /admin/post/detail', { query: { id: postId }, token })
  ).body.data);
});
afterAll(() => portal.close());

const postCall = async (path: string, body: object) =>
  (await portal.call(`POST ${path}`, { body, token })).body;

const advert = {
  position: 1,
  title: '广告',
  image: '/files/a.png',
  href: '/index',
  weight: 1,
  startsAt: '2026-11-20',
  endsAt: null,
};
const source = { name: '来源', columnId: '2' };
const author = { name: '作者', title: '', bio: '', memberId: null };
const profile = { name: '笔名', bio: '', qualification: '', institution: '' };

/** Every field of the API that takes an address, with a call that has `given` in it. */
const fields: Record<string, (given: string) => Promise<{ code: number; msg: string }>> = {
  cover: (cover) =>
    postCall('/admin/post/save', { id: postId, base: version, content: { ...content, title: '题', cover } }),
  image: (image) => postCall('/admin/advert/create', { ...advert, image }),
  href: (href) => postCall('/admin/advert/create', { ...advert, href }),
  avatar: (avatar) => postCall('/admin/author/create', { ...author, avatar }),
  link: (link) => postCall('/admin/sendAnnouncement', { title: '题', body: '文', link }),
  'url of a feed': (url) => postCall('/admin/feed/create', { ...source, url }),
  'url of a picture': (url) => postCall('/admin/media/bring', { url }),
  'url of a page': (url) => postCall('/admin/media/card', { url }),
  'url of the site': (url) =>
    postCall('/admin/settings/save', { group: 'site', values: { name: '观澜', url }, base: null }),
  'avatar of a writer': (avatar) => postCall('/internalReference/profile', { ...profile, avatar }),
};

describe.each(Object.entries(fields))('%s', (name, given) => {
  test.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\nscript:alert(1)',
    'data:image/svg+xml,<svg onload=alert(1)>',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://a.example/x.png',
    '//evil.example/x.png',
    '/\\evil.example/x.png',
    'https://',
  ])('refuses %j', async (address) => {
    expect(await given(address)).toMatchObject({
      code: 400,
      field: expect.stringMatching(new RegExp(`(^|\\.)${name.split(' ')[0]}$`)),
    });
  });
});

test('accepts a picture of the library, an imported picture or none as a cover', async () => {
  let base = version;
  for (const cover of ['/files/000000/ab/c.png', 'https://a.example/x.png', 'http://a.example/x.png', null]) {
    const { code, msg, data } = await postCall('/admin/post/save', {
      id: postId,
      base,
      content: { ...content, cover },
    });
    expect([code, msg], String(cover)).toEqual([200, '操作成功']);
    base = data.version;
  }
});
