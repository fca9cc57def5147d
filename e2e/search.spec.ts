import { expect, open, test } from './journey.ts';

// src/main/pages.test.ts searches for any characters, search-page.browser.test.tsx tests the page by itself.

test('suggestions are navigated and accepted by keyboard', async ({ page }) => {
  await open(page, '/101');
  const field = page.getByRole('banner').getByRole('combobox', { name: '搜索' });
  await field.focus();
  await field.pressSequentially('远岫');
  const list = page.getByRole('listbox');
  await expect(list.getByRole('option').first()).toBeVisible();
  await field.press('ArrowDown');
  const chosen = list.getByRole('option', { selected: true });
  await expect(chosen).toHaveCount(1);
  const word = await field.inputValue();
  expect(word).toContain('远岫');
  await field.press('Escape');
  await expect(list).toBeHidden();
  await field.press('ArrowDown');
  await field.press('Enter');
  // The suggestion of a security leads to its page.
  await expect(page).toHaveURL(/\/stock\?code=\d{6}$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(word);
});

test('results highlight the matching words and say where they matched; filters are changes of the address that can be undone', {
  tag: '@smoke',
}, async ({ page, edition, allowed }) => {
  const hits = page.getByRole('main').getByRole('article');
  await test.step('title before body, with the words marked', async () => {
    await open(page, '/search?keyword=潮汐电价');
    await expect(hits.first().getByRole('heading')).toContainText(edition.post('deep-01').title);
    await expect(hits.first().locator('mark').first()).toBeVisible();
    expect((await hits.first().locator('mark').allInnerTexts()).join('')).toMatch(/潮汐/);
    await expect(hits.first()).toContainText('命中 标题');
  });

  await test.step('by kind, column and field', async () => {
    const field = page.getByRole('main').getByRole('combobox', { name: '搜索' });
    await field.fill('银行');
    await field.press('Enter');
    await expect(page).toHaveURL(`/search?keyword=${encodeURIComponent('银行')}`);
    const count = page.getByRole('main').getByRole('status').filter({ hasText: '共' });
    await expect(hits.first().locator('mark').first()).toHaveText(/银行/);
    const all = (await count.textContent()) ?? '';

    await page.getByRole('navigation', { name: '类型' }).getByRole('link', { name: '资讯' }).click();
    await expect(page).toHaveURL(/type=news/);
    await expect(count).not.toHaveText(all);
    await page.goBack();
    await expect(count).toHaveText(all);

    await page.getByRole('radio', { name: /宏观手记/ }).click();
    await expect(page).toHaveURL(/columnId=102/);
    await expect(count).not.toHaveText(all);
    await page.getByRole('button', { name: '去掉：宏观手记' }).click();
    await expect(count).toHaveText(all);

    await page.getByRole('checkbox', { name: '只看标题' }).click();
    await expect(page).toHaveURL(/field=title/);
    // The results follow the address.
    await expect(count).not.toHaveText(all);
    for (const title of await hits.getByRole('heading').allInnerTexts()) expect(title).toContain('银行');
    await page.getByRole('link', { name: '清除筛选' }).click();
    await expect(page).toHaveURL(`/search?keyword=${encodeURIComponent('银行')}`);
  });

  await test.step('a failed search shows an error state with a retry button, without an alert', async () => {
    allowed.expect(/ERR_FAILED|Failed to load/);
    await page.route('**/api/reception/globalSearch?**', (route) => route.abort());
    await page.getByRole('navigation', { name: '排序' }).getByRole('link', { name: '最新' }).click();
    await expect(page.getByRole('heading', { name: '搜索没有完成' })).toBeVisible();
    await expect(page.getByRole('alertdialog')).toBeHidden();
    await page.unroute('**/api/reception/globalSearch?**');
    await page.getByRole('button', { name: '重试' }).click();
    await expect(hits.first()).toBeVisible();
  });

  await test.step('unusual characters typed into the field stay text', async () => {
    const field = page.getByRole('main').getByRole('combobox', { name: '搜索' });
    for (const odd of ['<img src=x onerror=alert(1)>', '%_\\"\'', '𠮷👨‍👩‍👧‍👦']) {
      await field.fill(odd);
      await field.press('Enter');
      await expect(page).toHaveURL((url) => url.searchParams.get('keyword') === odd);
      await expect(page.getByRole('main')).toContainText(odd);
    }
  });

  await test.step('an author is found by name, and the result links to their page', async () => {
    await open(page, '/search?keyword=江上客');
    await page.getByRole('main').getByRole('paragraph').getByRole('link', { name: '江上客' }).first().click();
    await expect(page).toHaveURL(/\/author\?id=\d+/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('江上客');
  });
});
