import { expect, test } from 'vitest';
import { lastDays, readChoice, writeChoice } from './analytics-choice.ts';

const now = new Date('2026-11-21T01:00:00+08:00');
const read = (text: string) => readChoice(new URLSearchParams(text), now);

test('without anything said it is the whole site and the last thirty days', () => {
  expect(read('')).toEqual({
    scope: 'site',
    key: '',
    from: '2026-10-23',
    to: '2026-11-21',
    by: 'post',
    order: 'views',
  });
  expect(lastDays(7, now)).toEqual(['2026-11-15', '2026-11-21']);
});

test.each([
  ['scope=post', { scope: 'site', key: '' }],
  ['scope=site&key=9', { scope: 'site', key: '' }],
  ['scope=column&key=2', { scope: 'column', key: '2' }],
  ['scope=nothing&by=nobody&order=x', { scope: 'site', by: 'post', order: 'views' }],
  ['from=2026-01-01', { from: '2026-10-23' }],
  ['from=2026-01-01&to=2026-01-31', { from: '2026-01-01', to: '2026-01-31' }],
])('reads %s as %j', (text, meant) => {
  expect(read(text)).toMatchObject(meant);
});

test('an address says only what is out of the ordinary', () => {
  const query = new URLSearchParams('scope=column&key=2&order=readers');
  expect(writeChoice(query, { scope: 'site', key: '', by: 'author' }).toString()).toBe(
    'order=readers&by=author',
  );
});
