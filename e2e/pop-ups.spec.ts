import type { APIRequestContext, Browser } from '@playwright/test';
import { askData, headersOf, logIn, storedSession } from './calls.ts';
import { expectAccessible } from './checks.ts';
import { expect, open, test } from './journey.ts';
import { baseURL } from './portal.ts';

// What pops up here pops up before every reader, so these run one after the other (playwright.config.ts).
test.use({ reader: 'editor' });
test.describe.configure({ mode: 'default' });

async function desk(request: APIRequestContext, call: string, data: object, token: string | undefined) {
  const response = await request.post(`/api/admin/${call}`, { headers: headersOf(token), data });
  const { code, msg, data: answer } = await response.json();
  if (code !== 200) throw new Error(`${call} answered ${code} ${msg}`);
  return answer;
}

/** A reader who is nobody, on a device of their own. */
const visit = async (browser: Browser) =>
  (await browser.newContext({ baseURL, storageState: { cookies: [], origins: [] } })).newPage();

test('a notice is written and put up, asked once per version, and a member’s answer holds everywhere', async ({
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
  const look = page.getByRole('dialog', { name: '阅读须知' });
  await expect(look).toContainText('不构成投资建议');
  await look.getByRole('button', { name: '我已知晓' }).click();
  await page.getByRole('button', { name: '保存这一版' }).click();
  const row = page.getByRole('row').filter({ hasText: '阅读须知' }).first();
  await row.getByRole('button', { name: /^上线第/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: '上线', exact: true }).click();
  await expect(row).toContainText('生效中');

  const visitor = await visit(browser);
  const asked = visitor.getByRole('dialog', { name: '阅读须知' });
  await open(visitor, '/index');
  await expect(asked.getByRole('button', { name: '我已知晓' })).toBeFocused();
  await expectAccessible(visitor);
  // Put off by Escape it is asked again with the next page; nobody is kept from reading what they agree to.
  await visitor.keyboard.press('Escape');
  await expect(asked).toBeHidden();
  await open(visitor, '/102');
  await asked.getByRole('button', { name: '我已知晓' }).click();
  const silent = async () => {
    const answered = visitor.waitForResponse('**/reception/getKnow*');
    await open(visitor, '/index');
    await answered;
    await expect(visitor.getByRole('heading', { name: '正在发生' })).toBeVisible();
    await expect(asked).toHaveCount(0);
  };
  await silent();

  // A member who answers on one device is not asked on another.
  const grant = await logIn(request, 'member');
  const device = () =>
    browser.newContext({
      baseURL,
      storageState: { cookies: [], origins: [{ origin: baseURL, localStorage: storedSession(grant) }] },
    });
  const [one, two] = [await (await device()).newPage(), await (await device()).newPage()];
  await open(one, '/index');
  const kept = one.waitForResponse('**/member/acknowledgeKnow*');
  await one.getByRole('dialog', { name: '阅读须知' }).getByRole('button', { name: '我已知晓' }).click();
  await kept;
  const answered = two.waitForResponse('**/reception/getKnow*');
  await open(two, '/index');
  expect((await (await answered).json()).data.acknowledged).toBe(true);
  await expect(two.getByRole('dialog', { name: '阅读须知' })).toHaveCount(0);

  // The next version asks everybody once more.
  const { id } = await desk(
    request,
    'know/create',
    { place: 'site', title: '阅读须知', body: '<p>第二版。</p>' },
    token,
  );
  await desk(request, 'know/publish', { id }, token);
  await open(visitor, '/index');
  await expect(asked).toContainText('第二版');
  await desk(request, 'know/withdraw', { id }, token);
  await Promise.all([visitor.context().close(), one.context().close(), two.context().close()]);
});

test('the pop-up advert is shown once a day, closed from the keyboard, and focus goes on', async ({
  browser,
  request,
  token,
}) => {
  const [picture] = await askData<{ image: string }[]>(request, 'POST /reception/getAdList', {
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
  const { id } = await desk(request, 'advert/create', advert, token);
  const visitor = await visit(browser);
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
  await desk(request, 'advert/delete', { id }, token);
  await visitor.context().close();
});
