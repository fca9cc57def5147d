import { expect, test } from 'vitest';
import { brandTextOf, ownBrand } from './own-brand.ts';

const unset = { motto: '', description: '' };

test('gives the demo edition its motto and description', () => {
  const { name, motto, description } = ownBrand;
  expect(brandTextOf({ name, ...unset })).toEqual({ name, motto, description });
});

test('shows no text where the demo edition saved an empty one', () => {
  const values = { name: ownBrand.name, ...unset };
  expect(brandTextOf(values, { ...values })).toEqual(values);
});

test('drops the motto of the demo edition from a site with another name, however it was set', () => {
  const renamed = { ...ownBrand, name: '海风日报' };
  expect(brandTextOf(renamed, renamed)).toEqual({ name: '海风日报', ...unset });
  expect(brandTextOf({ name: '海风日报', ...unset })).toEqual({ name: '海风日报', ...unset });
});

test('keeps what a publisher wrote', () => {
  const values = { name: '海风日报', motto: '潮起有信', description: '港口与航运新闻' };
  expect(brandTextOf(values, values)).toEqual(values);
});
