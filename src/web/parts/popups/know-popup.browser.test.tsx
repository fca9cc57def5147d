import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readStored } from '#client/storage.ts';
import type { Know } from '#features/frontpage/know/schema.ts';
import { expectAccessible } from '#testing/browser/accessibility.ts';
import { answer, callsTo } from '#testing/browser/api.ts';
import { logIn, openSite } from '#testing/browser/open-site.ts';

const notice = (id: string): Know => ({
  ...{ id, place: 'site', version: Number(id), title: '阅读须知', body: `<p>第 ${id} 版。</p>` },
  acknowledged: false,
});
const popup = () => page.getByRole('dialog', { name: '阅读须知' });
const acknowledgedOnServer = () => callsTo('POST /member/acknowledgeKnow').map(({ query }) => query.id);

test('a notice is shown until it is acknowledged, which holds for a member on all devices', async () => {
  answer('GET /reception/topics', []);
  answer('GET /reception/getKnow', notice('1'));
  answer('POST /member/acknowledgeKnow', true as never);
  await openSite('/topic');
  await expect.element(popup()).toMatchTextContent('第 1 版。');
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(popup()).not.toBeInTheDocument();
  // Escape acknowledges nothing: the next page shows it again.
  await openSite('/topic');
  await popup().getByRole('button', { name: '我已知晓' }).click();
  await expect.element(popup()).not.toBeInTheDocument();
  expect(readStored('acknowledged')).toEqual(['1']);
  expect(acknowledgedOnServer()).toEqual([]);

  // What a visitor has acknowledged is sent once they are logged in.
  logIn();
  await openSite('/topic');
  await expect.poll(acknowledgedOnServer).toEqual(['1']);
  expect(popup().query()).toBeNull();

  answer('GET /reception/getKnow', notice('2'));
  await openSite('/topic');
  await expect.element(popup()).toMatchTextContent('第 2 版。');
  await popup().getByRole('button', { name: '我已知晓' }).click();
  await expect.poll(acknowledgedOnServer).toEqual(['1', '2']);
  expect(readStored('acknowledged')).toEqual(['1', '2']);
});
