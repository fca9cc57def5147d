import { expect, test } from 'vitest';
import { chooseAdvert, toAdverts } from './adverts.ts';

const advert = (id: string, weight: number, image: string | null = `/files/${id}.png`) => ({
  id,
  adPosid: 3,
  title: id,
  image,
  href: '/1',
  weight,
});

test('chooses each advert in proportion to its weight, and never one without a picture', () => {
  const records = [advert('重', 30), advert('轻', 10), advert('无图', 1000, null), advert('零', 0)];
  const chosen = Array.from({ length: 41 }, (_, place) => chooseAdvert(records, (place + 0.5) / 41)[0]?.id);
  expect(chosen.filter((id) => id === '重')).toHaveLength(30);
  expect(chosen.filter((id) => id === '轻')).toHaveLength(10);
  expect(chosen.filter((id) => id === '零')).toHaveLength(1);
});

test('returns none when no advert runs or the list did not load', () => {
  expect(chooseAdvert([], 0.5)).toEqual([]);
  expect(chooseAdvert(null, 0.5)).toEqual([]);
  expect(toAdverts(null)).toEqual([]);
});
