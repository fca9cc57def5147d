import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPart } from '#testing/browser/render-part.ts';
import { AdCarousel } from './ad-carousel.tsx';
import { AdvertTrackerContext } from './advert-tracker.ts';

const white = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="5" height="3"/>';
const ads = ['一', '二'].map((title, index) => ({
  id: String(index + 1),
  title,
  href: '#ad',
  picture: { src: white, alt: '' },
}));

test('adverts are labelled legibly on a bright picture, and count clicks of the left and middle button', async () => {
  const observed: string[] = [];
  const clicked: string[] = [];
  const container = await renderPart(
    <AdvertTrackerContext
      value={{
        observe: (_element, id) => {
          observed.push(id);
          return () => undefined;
        },
        recordClick: (id) => clicked.push(id),
      }}
    >
      <AdCarousel ads={ads} />
    </AdvertTrackerContext>,
  );
  expect(new Set(observed)).toEqual(new Set(['1', '2']));

  const label = page.getByText('广告').first().element();
  const { color, backgroundColor } = getComputedStyle(label);
  const [red = 0, , , alpha = 1] = backgroundColor.match(/[\d.]+/g)?.map(Number) ?? [];
  expect(color).toBe('rgb(255, 255, 255)');
  // On white, this grey gives white letters a contrast of 4.5 : 1.
  expect(red * alpha + 255 * (1 - alpha)).toBeLessThanOrEqual(118);

  const link = container.querySelectorAll('a')[1];
  const click = (type: string, button: number) =>
    link?.dispatchEvent(new MouseEvent(type, { button, bubbles: true, cancelable: true }));
  click('auxclick', 2);
  expect(clicked).toEqual([]);
  click('auxclick', 1);
  click('click', 0);
  expect(clicked).toEqual(['2', '2']);

  await page.getByRole('button', { name: '第 2 幅，共 2 幅' }).click();
  await expect
    .element(page.getByRole('button', { name: '第 2 幅，共 2 幅' }))
    .toHaveAttribute('aria-current', 'true');
  history.replaceState(null, '', location.pathname);
});
