import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPart } from '#testing/browser/render-part.ts';
import { SiteContext, type SiteContextValue } from '#web/site.ts';
import { Search } from './search.tsx';
import type { TradeChoice } from './trade-data.ts';

type Request = { keyword: string; answer: (...names: string[]) => void; fail: () => void };

test('shows the securities found for the typed text, not the late answer for an earlier one, or that it failed', async () => {
  const requests: Request[] = [];
  const siteContext = {
    fetchCall: (_key: string, { keyword }: { keyword: string }) => {
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      requests.push({
        keyword,
        answer: (...names) =>
          resolve(
            names.map((name, index) => ({
              ...{ code: `60000${index}`, name, board: 'main', isSt: false },
              ...{ last: 9_900, previousClose: 10_000 },
            })),
          ),
        fail: () => reject(new Error('no network')),
      });
      return promise;
    },
  } as unknown as SiteContextValue;
  const element = (
    <SiteContext value={siteContext}>
      <Search seasonId="1" choice={{} as TradeChoice} />
    </SiteContext>
  );
  await renderPart(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />);
  const field = page.getByRole('combobox');
  const options = () => page.getByRole('option').elements().length;
  const option = (name: string) => page.getByRole('option', { name });
  const keywords = () => requests.map(({ keyword }) => keyword);

  await field.fill('60');
  await expect.poll(keywords).toEqual(['60']);
  // One call for each pause in typing.
  await field.fill('600');
  await field.fill('6001');
  await expect.poll(keywords).toEqual(['60', '6001']);
  requests[1]?.answer('公司乙');
  await expect.element(option('公司乙')).toBeVisible();
  requests[0]?.answer('公司甲', '公司乙');
  await new Promise((resolve) => setTimeout(resolve));
  await new Promise(requestAnimationFrame);
  expect(option('公司甲').query()).toBeNull();
  expect(options()).toBe(1);

  // The results stay until the next answer, and a failure for an earlier text does not count.
  await field.fill('6002');
  await expect.poll(() => keywords().length).toBe(3);
  await field.fill('6003');
  await expect.poll(() => keywords().length).toBe(4);
  requests[2]?.fail();
  await new Promise((resolve) => setTimeout(resolve));
  await new Promise(requestAnimationFrame);
  expect(options()).toBe(1);
  requests[3]?.fail();
  await expect.element(page.getByRole('button', { name: '重试' })).toBeVisible();
  expect(options()).toBe(0);
});
