import type { Locator, Page } from '@playwright/test';
import { createDraft } from './admin-calls.ts';
import { expect, open, openScreen, test } from './journey.ts';
import { addNewcomer } from './newcomer.ts';

const focused = (page: Page) => page.locator(':focus');

/** More tab stops than any way of a reader through one page. */
const maxStops = 60;

/** Presses the key until the element has the focus. @throws if it is never reached */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < maxStops; stop += 1) {
    await page.keyboard.press(key);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${key} does not reach ${target}`);
}

test('the first tab stop skips to the content, and every tab stop of the front page is visible, from header to main', async ({
  page,
}) => {
  await test.step('the skip link moves the focus into the page', async () => {
    await open(page, '/index');
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: '跳到正文' });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.keyboard.press('Tab');
    expect(await focused(page).evaluate((element) => element.closest('main') !== null)).toBe(true);
  });

  await test.step('Tab goes from header to main, over visible stops', async () => {
    await open(page, '/index');
    const stops = await page.evaluate(
      () => document.querySelectorAll('a[href], button, input, summary, [tabindex="0"]').length,
    );
    const seen: string[] = [];
    for (let stop = 0; stop < stops + 20; stop += 1) {
      await page.keyboard.press('Tab');
      const now = await focused(page).evaluateAll(([element]) => {
        if (!(element instanceof HTMLElement)) return null;
        const { width, height } = element.getBoundingClientRect();
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
        const isMarked = (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
        const area = element.closest('header, nav, main, footer')?.tagName ?? '';
        return { area, problem: width < 1 || height < 1 || !isMarked ? element.outerHTML.slice(0, 160) : '' };
      });
      if (now === null) break;
      expect(now.problem, 'an invisible tab stop').toBe('');
      seen.push(now.area);
    }
    const order = seen.filter((area, at) => area !== seen[at - 1]);
    expect(order).toEqual(expect.arrayContaining(['HEADER', 'NAV', 'MAIN']));
    expect(order.indexOf('HEADER')).toBeLessThan(order.indexOf('NAV'));
    expect(order.indexOf('NAV')).toBeLessThan(order.indexOf('MAIN'));
  });
});

test('a visitor finds an article for sale, logs in, buys it and reads on, by keyboard alone', async ({
  page,
  context,
  request,
  edition,
}) => {
  const buyer = await addNewcomer(request, '键盘读者');
  const post = edition.post('deep-02');
  const press = (key: string) => page.keyboard.press(key);
  await open(page, '/index');
  await tabTo(page, page.getByRole('link', { name: '跳到正文' }));
  await press('Enter');
  await tabTo(page, page.getByRole('main').locator(`a[href="${post.address}"]`).first());
  await press('Enter');
  await expect(page).toHaveURL(post.address);
  await expect(page.getByRole('main')).toBeFocused();

  await tabTo(page, page.getByRole('link', { name: '购买本篇' }));
  await press('Enter');
  await tabTo(page, page.getByRole('textbox', { name: '手机号' }));
  await page.keyboard.type(buyer.mobile);
  await tabTo(page, page.getByRole('textbox', { name: '密码' }));
  await page.keyboard.type(buyer.password);
  await press('Enter');
  await expect(page).toHaveURL(post.address);
  await expect(page.getByRole('main')).toBeFocused();

  await tabTo(page, page.getByRole('button', { name: '购买本篇' }));
  await press('Enter');
  const order = page.getByRole('dialog', { name: '确认订单' });
  await tabTo(page, order.getByRole('checkbox', { name: /不适用七天无理由退货/ }));
  await press('Space');
  await tabTo(page, order.getByRole('button', { name: '去支付' }));
  await press('Enter');
  await tabTo(page, page.getByRole('link', { name: '打开沙箱支付页' }));
  const [gateway] = await Promise.all([context.waitForEvent('page'), press('Enter')]);
  await tabTo(gateway, gateway.getByRole('button', { name: /^支付 ¥/ }));
  await gateway.keyboard.press('Enter');
  await expect(gateway.getByText('请回到原来的页面')).toBeVisible();
  await gateway.close();

  await tabTo(page, page.getByRole('button', { name: '接着读' }));
  await press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.locator('.paywall')).toHaveCount(0);
  const continued = page.getByRole('heading', { name: '三、海缆通电之前，风机归谁养' });
  await expect(continued).toBeFocused();
  await expect(continued).toBeInViewport();
  await expect(page.getByText(post.lockedRuns[0] ?? '')).toBeInViewport();
});

/**
 * Focuses every control in `root`, and describes those without a ring and those whose ring a clipping ancestor cuts. After a key press, focus by
 * script shows the ring as focus by Tab does.
 */
function findCutRings(root: Element): string[] {
  const describeCut = (element: Element): string => {
    const ringed = [element, element.nextElementSibling].find(
      (candidate) => candidate && getComputedStyle(candidate).outlineStyle !== 'none',
    );
    if (!ringed) return `${element.outerHTML.slice(0, 120)} has none`;
    const { outlineWidth, outlineOffset } = getComputedStyle(ringed);
    const reach = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset) - 1;
    for (
      let parent = ringed.parentElement;
      parent && parent !== document.body;
      parent = parent.parentElement
    ) {
      const style = getComputedStyle(parent);
      const margin = style.overflowX === 'clip' ? Number.parseFloat(style.overflowClipMargin) || 0 : 0;
      const clip = parent.getBoundingClientRect();
      const cutsX = style.overflowX !== 'visible';
      const cutsY = style.overflowY !== 'visible';
      const isCut = [...ringed.getClientRects()].some(
        (box) =>
          (cutsX && (box.left - reach < clip.left - margin || box.right + reach > clip.right + margin)) ||
          (cutsY && (box.top - reach < clip.top - margin || box.bottom + reach > clip.bottom + margin)),
      );
      if (isCut) return `${ringed.outerHTML.slice(0, 120)} is cut by ${parent.tagName}.${parent.className}`;
      if (style.position === 'fixed') break;
    }
    return '';
  };
  return [...root.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')].flatMap(
    (element) => {
      if (element.tabIndex < 0) return [];
      element.focus();
      return element === document.activeElement ? describeCut(element) || [] : [];
    },
  );
}

test.describe('a member', () => {
  test.use({ reader: 'member' });

  test('sees the whole ring of every control on a desktop and on a phone', async ({ page, edition }) => {
    const addresses = [
      '/index',
      '/101',
      '/search?keyword=铜',
      '/index/search',
      '/personal/messages',
      '/gszb',
    ];
    const cut: string[] = [];
    const checkRings = async (root: Locator, place: string) => {
      for (const width of [1440, 360]) {
        await page.setViewportSize({ width, height: 800 });
        await page.keyboard.press('Tab');
        const found = await root.evaluate(findCutRings);
        cut.push(...found.map((ring) => `${place}, ${width} px: ${ring}`));
      }
    };
    for (const address of [...addresses, edition.post('deep-02').address]) {
      await open(page, address);
      await checkRings(page.locator('body'), address);
    }
    await page.getByRole('button', { name: '购买本篇' }).click();
    const dialog = page.getByRole('dialog', { name: '确认订单' });
    await expect(dialog.getByRole('button', { name: /^去支付/ })).toBeVisible();
    await checkRings(dialog, 'the pay pop-up');
    expect(cut).toEqual([]);
  });

  test('fills in the advanced search, and its address can be shared', async ({ page }) => {
    await open(page, '/index/search');
    await page.getByRole('searchbox', { name: '关键词' }).fill('铜');
    await page.getByRole('combobox', { name: '关键词出现在' }).selectOption('仅标题');
    await page.getByRole('combobox', { name: '作者' }).fill('没有这个作者');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: '没有找到作者' })).toBeVisible();
    await page.getByRole('combobox', { name: '作者' }).fill('北窗');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/authorId=\d+/);
    const hits = page.getByRole('main').getByRole('article');
    for (const title of await hits.getByRole('heading').allTextContents()) expect(title).toContain('铜');
    const shared = page.url();
    await page.goto('about:blank');
    await open(page, shared);
    await expect(hits.first()).toContainText('铜');
    await expect(page.getByRole('searchbox', { name: '关键词' })).toHaveValue('铜');
  });
});

test.describe('an editor', () => {
  test.use({ reader: 'admin' });

  test('finds a post, edits, publishes and reads it, and returns to the editor, by keyboard alone', async ({
    page,
    request,
    token,
  }) => {
    const id = await createDraft(request, token, { title: '键盘上的铜价', html: '<p>第一段。</p>' });
    await openScreen(page, '/admin/orders');
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: '查找' })).toBeFocused();
    await page.keyboard.type('键盘上的铜');
    await expect(page.getByTitle('键盘上的铜价')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/admin/posts/${id}`);
    await expect(page.getByRole('textbox', { name: '正文' })).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
    await tabTo(page, page.getByRole('textbox', { name: '正文', exact: true }));
    await page.keyboard.press('Control+End');
    await page.keyboard.type('第二段是键盘写的。');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('button', { name: '现在发布' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('已发布', { exact: true })).toBeVisible();
    await tabTo(page, page.getByRole('link', { name: '在站点上查看', exact: true }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`id=${id}`));
    await expect(page.getByText('第二段是键盘写的。')).toBeVisible();
    await tabTo(page, page.getByRole('link', { name: '编辑', exact: true }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/admin/posts/${id}`);
    await expect(page.getByRole('textbox', { name: '正文' })).toContainText('第二段是键盘写的。');
  });
});
