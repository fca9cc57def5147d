import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { defaultMenu } from '#shared/menu.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#testing/browser/accessibility.ts';
import { answer } from '#testing/browser/api.ts';
import { logIn, openSite } from '#testing/browser/open-site.ts';

const link = (index: number) => ({ name: `链接${index}`, href: `https://a.cn/${index}` });
const menu = {
  ...defaultMenu,
  contest: { listOrder: 0, isHidden: true },
  entries: [
    { title: '店铺', listOrder: 3, href: 'https://shop.cn/', links: [] },
    ...[2, 1].map((listOrder) => ({
      title: `更多${listOrder}`,
      listOrder,
      href: '',
      links: Array.from({ length: 6 }, (_, index) => link(index)),
    })),
  ],
};
const columns = () => page.getByRole('navigation', { name: '栏目' });
const bar = () => page.getByRole('navigation', { name: '主要入口' });

test('a group of links opens inside the window, and a phone’s bar counts unread messages', {
  tags: ['strict'],
}, async () => {
  logIn();
  answer('GET /member/dataCount', {
    ...{ msgNotReadCount: 120, myApprovalCount: 0, avatar: null, name: '听潮客', mobile: '' },
  });
  answer('GET /reception/getAgreement', null as never);
  await openSite('/agreement', { menu });
  await expect.element(columns().getByRole('link', { name: '店铺' })).toHaveAttribute('rel', 'noopener');
  expect(columns().getByRole('link', { name: '股神争霸' }).query()).toBeNull();
  for (const width of [1440, 360]) {
    await page.viewport(width, 700);
    await columns().getByText('更多1').click();
    const last = page.getByRole('link', { name: '链接5' });
    await expect.element(last).toBeInViewport();
    const { left, right } = last.element().getBoundingClientRect();
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(width);
    await expectNoSidewaysScroll();
    if (width === 1440) await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.element(last).not.toBeInTheDocument();
    expect(document.activeElement?.textContent).toBe('更多1');
  }
  await expect.element(bar().getByRole('link', { name: /我的/ })).toMatchTextContent('99+');
  await expect.element(bar().getByRole('link', { name: /我的/ })).toBeVisible();
});
