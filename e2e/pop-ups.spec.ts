import type { APIRequestContext } from '@playwright/test';
import { fetchData, headersOf, logIn } from './calls.ts';
import { expect, open, test } from './journey.ts';
import { openOtherPage } from './other-page.ts';

// Both pop-ups appear for every reader, so no other journey runs meanwhile (playwright.config.ts).
test.use({ reader: 'editor' });

async function callAdmin(request: APIRequestContext, call: string, data: object, token: string | undefined) {
  const response = await request.post(`/api/admin/${call}`, { headers: headersOf(token), data });
  const { code, msg, data: answer } = await response.json();
  if (code !== 200) throw new Error(`${call} answered ${code} ${msg}`);
  return answer;
}

test("a notice is shown once per version, a member's answer applies on all devices, and the pop-up advert is shown once a day", {
  tag: '@deep',
}, async ({ browser, request, token }) => {
  const publishNotice = async (body: string): Promise<string> => {
    const version = { place: 'site', title: '阅读须知', body };
    const { id } = await callAdmin(request, 'know/create', version, token);
    await callAdmin(request, 'know/publish', { id }, token);
    return id;
  };
  const visitor = await openOtherPage(browser);
  const notice = visitor.getByRole('dialog', { name: '阅读须知' });
  const acknowledge = notice.getByRole('button', { name: '我已知晓' });

  await test.step('a visitor who dismisses the notice sees it again on the next page, until they acknowledge it', async () => {
    await publishNotice('<p>观澜的内容不构成投资建议。</p>');
    await open(visitor, '/index');
    await expect(acknowledge).toBeFocused();
    await visitor.keyboard.press('Escape');
    await expect(notice).toBeHidden();
    await open(visitor, '/102');
    await acknowledge.click();
    const answered = visitor.waitForResponse('**/reception/getKnow*');
    await open(visitor, '/index');
    await answered;
    await expect(visitor.getByRole('heading', { name: '正在发生' })).toBeVisible();
    await expect(notice).toHaveCount(0);
  });

  await test.step('a member who acknowledges it on one device is not asked on another', async () => {
    const grant = await logIn(request, 'member');
    const first = await openOtherPage(browser, grant);
    await open(first, '/index');
    const acknowledged = first.waitForResponse('**/member/acknowledgeKnow*');
    await first.getByRole('dialog', { name: '阅读须知' }).getByRole('button', { name: '我已知晓' }).click();
    await acknowledged;
    await first.context().close();
    const second = await openOtherPage(browser, grant);
    const answered = second.waitForResponse('**/reception/getKnow*');
    await open(second, '/index');
    expect((await (await answered).json()).data.acknowledged).toBe(true);
    await expect(second.getByRole('dialog', { name: '阅读须知' })).toHaveCount(0);
    await second.context().close();
  });

  await test.step('the next version is shown to everyone again', async () => {
    const id = await publishNotice('<p>第二版。</p>');
    await open(visitor, '/index');
    await expect(notice).toContainText('第二版');
    await callAdmin(request, 'know/withdraw', { id }, token);
  });

  await test.step('the pop-up advert is shown on the front page only, and once a day', async () => {
    const call = 'POST /reception/getAdList';
    const [picture] = await fetchData<{ image: string }[]>(request, call, { adPosid: '1' });
    const title = '弹一次的广告';
    const { id } = await callAdmin(
      request,
      'advert/create',
      {
        position: 5,
        title,
        image: picture?.image ?? '',
        href: '/vip',
        weight: 10,
        startsAt: '2020-01-01',
        endsAt: null,
      },
      token,
    );
    const dialog = visitor.getByRole('dialog', { name: title });
    await open(visitor, '/102');
    await expect(dialog).toHaveCount(0);
    await open(visitor, '/index');
    await expect(dialog.getByText('广告', { exact: true })).toBeVisible();
    await visitor.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    const answered = visitor.waitForResponse('**/reception/getAdList?adPosid=5');
    await open(visitor, '/index');
    await answered;
    await expect(visitor.getByRole('heading', { name: '正在发生' })).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await callAdmin(request, 'advert/delete', { id }, token);
  });
  await visitor.context().close();
});
