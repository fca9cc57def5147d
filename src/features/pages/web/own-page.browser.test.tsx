import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import { currentAddress, openSite } from '#testing/browser/open-site.ts';

test('shows a page with long words on a phone and on a wide screen, light and dark', {
  tags: ['strict'],
}, async () => {
  const html = `<h2>${'长'.repeat(80)}</h2><p>${'W'.repeat(300)}</p><ul><li><p>邮箱</p></li></ul>`;
  answer('GET /reception/getPage', { slug: 'about', title: '关于我们'.repeat(20), html, description: '' });
  await openSite('/page/About/');
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(callsTo('GET /reception/getPage').at(-1)?.query).toEqual({ slug: 'about' });
  await expectWellMade();
});

test('says at its own address that a page does not exist, without loading again', async () => {
  answer('GET /reception/getPage', refuse(404, '没有这个页面，可能已撤下'));
  await openSite('/page/gone');
  await expect.element(page.getByRole('heading', { name: '这一页不在了' })).toBeVisible();
  expect(currentAddress()).toBe('/page/gone');
});
