import { expect, test } from 'vitest';
import { drawAdvert, toAdverts } from './adverts.ts';

const advert = (id: string, weight: number, image: string | null = `/files/${id}.png`) => ({
  id,
  adPosid: 3,
  title: id,
  image,
  href: '/1',
  weight,
});

test('each is drawn by its share of the weight, and one without a picture never', () => {
  const records = [advert('重', 30), advert('轻', 10), advert('无图', 1000, null), advert('零', 0)];
  const drawn = Array.from({ length: 41 }, (_, place) => drawAdvert(records, (place + 0.5) / 41)[0]?.id);
  expect(drawn.filter((id) => id === '重')).toHaveLength(30);
  expect(drawn.filter((id) => id === '轻')).toHaveLength(10);
  expect(drawn.filter((id) => id === '零')).toHaveLength(1);
});

test('where none runs, or the list did not arrive, there is none', () => {
  expect(drawAdvert([], 0.5)).toEqual([]);
  expect(drawAdvert(null, 0.5)).toEqual([]);
  expect(toAdverts(null)).toEqual([]);
});
