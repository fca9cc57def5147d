import type { APIRequestContext, Page } from '@playwright/test';
import { headersOf } from './calls.ts';
import { expect, open, test } from './journey.ts';
import { addNewcomer, logInAs } from './newcomer.ts';
import { openOtherPage } from './other-page.ts';

test.use({ reader: 'admin' });

async function callStaff(request: APIRequestContext, call: string, data: object, token: string | undefined) {
  const [method = 'GET', path = ''] = call.split(' ');
  const sent = method === 'GET' ? { params: data as Record<string, string> } : { data };
  const response = await request.fetch(`/api/admin/${path}`, { method, headers: headersOf(token), ...sent });
  return response.json();
}

/** Records the URLs that a page requests, with their referrers. */
function recordRequests(page: Page): string[] {
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url(), request.headers().referer ?? ''));
  return urls;
}

test('an invitation grants staff exactly its rights: no other button, menu or call; they end with the role, and the session with the account', async ({
  page,
  request,
  token,
  browser,
  edition,
  allowed,
}) => {
  allowed.expect(/status of 403/);
  const role = `只看稿件 ${Date.now() % 100_000}`;
  await callStaff(request, 'POST role/create', { name: role, permissions: ['content.view'] }, token);
  const guest = await addNewcomer(request, '新同事');
  const own = await openOtherPage(browser);

  const link = await test.step('an administrator makes a link for a mobile number', async () => {
    await open(page, '/admin/invitations');
    await page.getByRole('button', { name: '邀请成员' }).click();
    const dialog = page.getByRole('dialog', { name: '邀请成员' });
    await dialog.getByLabel('姓名').fill('林栖');
    await dialog.getByLabel('手机号（选填）').fill(guest.mobile);
    await dialog.getByLabel('角色').click();
    await page.getByTitle(role, { exact: true }).click();
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: '生成链接' }).click();
    const shown = page.getByRole('dialog', { name: '给林栖的邀请链接' });
    return (await shown.getByText('/admin/invitation#token=').textContent()) ?? '';
  });

  await test.step('its token survives the log-in and reaches no server on the way', async () => {
    const secret = link.split('token=')[1] ?? '';
    expect(secret.length).toBeGreaterThan(40);
    const requestedUrls = recordRequests(own);
    await own.goto(link);
    await expect(own.getByRole('heading', { level: 1 })).toHaveText('林栖，主编邀请你加入编辑部');
    await expect(own).toHaveURL('/admin/invitation');
    await own.getByRole('link', { name: '登录或注册' }).click();
    await expect(own).toHaveURL('/login?returnTo=%2Fadmin%2Finvitation');
    await own.getByRole('textbox', { name: '手机号' }).fill(guest.mobile);
    await own.getByLabel('密码', { exact: true }).fill(guest.password);
    await own.getByRole('button', { name: '登录', exact: true }).click();
    await own.getByRole('button', { name: '接受邀请' }).click();
    const menu = own.getByRole('navigation', { name: '后台菜单' });
    await menu.getByRole('link', { name: '文章' }).click();
    await expect(own.getByRole('heading', { level: 1, name: '文章' })).toBeVisible();
    expect(requestedUrls.filter((address) => address.includes(secret))).toEqual([]);
  });

  await test.step('the new member of staff sees and may do what the role allows, and no more', async () => {
    const menu = own.getByRole('navigation', { name: '后台菜单' });
    for (const name of ['会员', '员工与角色', '邀请', '栏目', '操作日志', '快讯台'])
      await expect(menu.getByRole('link', { name, exact: true })).toHaveCount(0);
    await expect(own.getByRole('button', { name: /^(写新稿|发布|撤回|删除)/ })).toHaveCount(0);
    const { access_token } = await logInAs(request, guest);
    const staffCall = (call: string, data: object) => callStaff(request, call, data, access_token);
    expect(await staffCall('GET post/list', {})).toMatchObject({ code: 200 });
    expect(await staffCall('POST post/publish', { id: '1', base: 1 })).toMatchObject({ code: 403 });
    expect(await staffCall('GET member/list', {})).toMatchObject({ code: 403 });
    await open(own, '/admin/members');
    await expect(own.getByRole('heading', { name: '权限不足' })).toBeVisible();
  });

  const drawer = page.getByRole('dialog', { name: '会员' });
  await test.step('once the role is revoked, the next load refuses entry to the back office', async () => {
    await open(page, `/admin/members?keyword=${guest.mobile}`);
    await page.getByRole('button', { name: guest.name, exact: true }).click();
    await drawer.getByRole('button', { name: `收回角色${role}` }).click();
    await expect(drawer.getByText('没有角色，不能进入后台')).toBeVisible();
    await own.reload();
    await expect(own.getByRole('heading', { name: '这个账号不能进入后台' })).toBeVisible();
  });

  await test.step('once the account is blocked, its session ends on every device', async () => {
    const post = edition.posts.find(({ access, kind }) => access === 'member' && kind === 'article');
    const locked = post?.lockedRuns[0] ?? '';
    expect(locked).not.toBe('');
    await open(own, post?.address ?? '');
    await expect(own.getByRole('main')).toContainText(locked);
    await drawer.getByRole('button', { name: '停用账号' }).click();
    const why = page.getByRole('dialog', { name: /^停用/ });
    await why.getByLabel('原因').fill('反复发布广告');
    await why.getByRole('button', { name: '停用', exact: true }).click();
    await expect(drawer.getByRole('button', { name: '恢复账号' })).toBeVisible();
    await own.reload();
    await expect(own.getByRole('main')).not.toContainText(locked);
  });
  await own.context().close();
});
