import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answer, callsTo } from '#testing/browser/api.ts';
import { openSite } from '#testing/browser/open-site.ts';
import { becomeWechat } from '#testing/browser/wechat-browser.ts';
import { setShareCard } from './share.wechat.slot.ts';

afterEach(() => vi.restoreAllMocks());

const signed = { appId: 'wx1', timestamp: 1, nonceStr: 'n', signature: 's' };
const named = (calls: ReturnType<typeof becomeWechat>, name: string) =>
  calls.filter((one) => one.name === name).map(({ fields }) => fields);
const answerAgreements = () =>
  answer('GET /reception/getAgreement', ({ query }) => ({
    kind: query.kind === 'privacy' ? 'privacy' : 'agreement',
    version: '2026-11',
    title: query.kind === 'privacy' ? '隐私政策' : '用户协议',
    body: '<p>正文</p>',
    effectiveAt: '2026-11-01T00:00:00+08:00',
  }));
const signedAddresses = () =>
  callsTo('GET /reception/wechat/shareSignature').map(({ query }) =>
    query.address?.slice(location.origin.length),
  );

test('a page inside WeChat signs its address and sets its card, without what else is in the address', async () => {
  answerAgreements();
  answer('GET /reception/wechat/shareSignature', signed);
  const calls = becomeWechat();
  await openSite('/agreement?kind=privacy&code=secret#价格', { hasShareCards: true });
  await expect.poll(() => named(calls, 'updateAppMessageShareData')).toHaveLength(1);
  expect(signedAddresses()).toEqual(['/agreement?kind=privacy&code=secret']);
  const [card] = named(calls, 'updateAppMessageShareData');
  expect(card).toMatchObject({
    title: expect.stringContaining('隐私政策'),
    link: `${location.origin}/agreement?kind=privacy`,
  });
  expect(JSON.stringify(card)).not.toContain('secret');
  expect(named(calls, 'updateTimelineShareData')).toHaveLength(1);
  expect(named(calls, 'preVerifyJSAPI')).toMatchObject([{ verifySignature: 's', verifyNonceStr: 'n' }]);
});

test('a navigation signs the new address on Android, and keeps that of the first load on iOS', async () => {
  const asked: string[] = [];
  const call = async (_key: string, { query }: { query: { address: string } }) => {
    asked.push(query.address);
    return signed;
  };
  const card = { title: '题', desc: '', link: location.href, imgUrl: '' };
  const calls = becomeWechat();
  const here = location.pathname;
  for (const path of ['/first', '/second']) {
    history.replaceState(null, '', path);
    await setShareCard(call as never, { ...card, title: path }, `${location.origin}/entry`);
  }
  expect(asked).toEqual([`${location.origin}/first`, `${location.origin}/second`]);
  await expect
    .poll(() => named(calls, 'updateAppMessageShareData').at(-1))
    .toMatchObject({ title: '/second' });
  vi.restoreAllMocks();
  becomeWechat({ system: 'iPhone; CPU iPhone OS 18_0 like Mac OS X' });
  for (const path of ['/third', '/fourth']) {
    history.replaceState(null, '', path);
    await setShareCard(call as never, card, `${location.origin}/entry#top`);
  }
  expect(asked.slice(2)).toEqual([`${location.origin}/entry`]);
  history.replaceState(null, '', here);
});

test('an old client gets the card by the older calls', async () => {
  const calls = becomeWechat({ isOld: true });
  const call = async () => signed;
  const card = { title: '老', desc: '摘要', link: `${location.origin}/old`, imgUrl: '' };
  history.replaceState(null, '', '/old-client');
  await setShareCard(call as never, card, location.href);
  await expect.poll(() => named(calls, 'menu:share:appmessage')).toHaveLength(1);
  expect(named(calls, 'updateAppMessageShareData')).toEqual([]);
  expect(named(calls, 'sendAppMessage')).toMatchObject([{ title: '老', desc: '摘要' }]);
});

test('other browsers, and sites without cards, sign nothing', async () => {
  answerAgreements();
  await openSite('/agreement', { hasShareCards: true });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(signedAddresses()).toEqual([]);
});
