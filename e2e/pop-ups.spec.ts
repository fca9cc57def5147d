import type { APIRequestContext, Browser } from '@playwright/test';
import { fetchData, headersOf, logIn, storedSession } from './calls.ts';
import { expectAccessible } from './checks.ts';
import { expect, open, test } from './journey.ts';
import { baseURL } from './portal.ts';

// These pop-ups appear for every reader, so the journeys run one after the other (playwright.config.ts).
test.use({ reader: 'editor' });
test.describe.configure({ mode: 'default' });

async function callAdmin(request: APIRequestContext, call: string, data: object, token: string | undefined) {
  const response = await request.post(`/api/admin/${call}`, { headers: headersOf(token), data });
  const { code, msg, data: answer } = await response.json();
  if (code !== 200) throw new Error(`${call} answered ${code} ${msg}`);
  return answer;
}

const openVisitorPage = async (browser: Browser) =>
  (await browser.newContext({ baseURL, storageState: { cookies: [], origins: [] } })).newPage();

test("a notice is written and published, shown once per version, and a member's answer applies on all devices", async ({
  page,
  browser,
  request,
  token,
}) => {
  await open(page, '/admin/frontpage?tab=know');
  await page.getByRole('button', { name: '写新版本' }).click();
  await page.getByLabel('标题').fill('阅读须知');
  await page.getByRole('textbox', { name: '须知内容' }).fill('观澜的内容不构成投资建议。');
  await page.getByRole('button', { name: '看读者看到的样子' }).click();
  const previewDialog = page.getByRole('dialog', { name: '阅读须知' });
  await expect(previewDialog).toContainText('不构成投资建议');
  await previewDialog.getByRole('button', { name: '我已知晓' }).click();
  await page.getByRole('button', { name: '保存这一版' }).click();
  const row = page.getByRole('row').filter({ hasText: '阅读须知' }).first();
  await row.getByRole('button', { name: /^上线第/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: '上线', exact: true }).click();
  await expect(row).toContainText('生效中');

  const visitor = await openVisitorPage(browser);
  const popup = visitor.getByRole('dialog', { name: '阅读须知' });
  await open(visitor, '/index');
  await expect(popup.getByRole('button', { name: '我已知晓' })).toBeFocused();
  await expectAccessible(visitor);
  // Dismissed with Escape, it appears again on the next page; readers can still read what they are asked to agree to.
  await visitor.keyboard.press('Escape');
  await expect(popup).toBeHidden();
  await open(visitor, '/102');
  await popup.getByRole('button', { name: '我已知晓' }).click();
  const expectNoPopup = async () => {
    const answered = visitor.waitForResponse('**/reception/getKnow*');
    await open(visitor, '/index');
    await answered;
    await expect(visitor.getByRole('heading', { name: '正在发生' })).toBeVisible();
    await expect(popup).toHaveCount(0);
  };
  await expectNoPopup();

  // A member who answers on one device is not asked on another.
  const grant = await logIn(request, 'member');
  const device = () =>
    browser.newContext({
      baseURL,
      storageState: { cookies: [], origins: [{ origin: baseURL, localStorage: storedSession(grant) }] },
    });
  const [one, secondDevice] = [await (await device()).newPage(), await (await device()).newPage()];
  await open(one, '/index');
  const acknowledged = one.waitForResponse('**/member/acknowledgeKnow*');
  await one.getByRole('dialog', { name: '阅读须知' }).getByRole('button', { name: '我已知晓' }).click();
  await acknowledged;
  const answered = secondDevice.waitForResponse('**/reception/getKnow*');
  await open(secondDevice, '/index');
  expect((await (await answered).json()).data.acknowledged).toBe(true);
  await expect(secondDevice.getByRole('dialog', { name: '阅读须知' })).toHaveCount(0);

  // The next version is shown to everyone again.
  const { id } = await callAdmin(
    request,
    'know/create',
    { place: 'site', title: '阅读须知', body: '<p>第二版。</p>' },
    token,
  );
  await callAdmin(request, 'know/publish', { id }, token);
  await open(visitor, '/index');
  await expect(popup).toContainText('第二版');
  await callAdmin(request, 'know/withdraw', { id }, token);
  await Promise.all([visitor.context().close(), one.context().close(), secondDevice.context().close()]);
});

test('the pop-up advert is shown once a day, can be closed from the keyboard, and the focus moves on', async ({
  browser,
  request,
  token,
}) => {
  const [picture] = await fetchData<{ image: string }[]>(request, 'POST /reception/getAdList', {
    adPosid: '1',
  });
  const title = '弹一次的广告';
  const advert = {
    position: 5,
    title,
    image: picture?.image ?? '',
    href: '/vip',
    weight: 10,
    startsAt: '2020-01-01',
    endsAt: null,
  };
  const { id } = await callAdmin(request, 'advert/create', advert, token);
  const visitor = await openVisitorPage(browser);
  const dialog = visitor.getByRole('dialog', { name: title });
  await open(visitor, '/102');
  await expect(dialog).toHaveCount(0);
  await open(visitor, '/index');
  await expect(dialog.getByText('广告', { exact: true })).toBeVisible();
  await expectAccessible(visitor);
  await visitor.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  const answered = visitor.waitForResponse('**/reception/getAdList?adPosid=5');
  await open(visitor, '/index');
  await answered;
  await expect(visitor.getByRole('heading', { name: '正在发生' })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await callAdmin(request, 'advert/delete', { id }, token);
  await visitor.context().close();
});
