import { expect, test } from 'vitest';
import { summarise } from './cut.ts';

test('returns a short text as its own summary, in one line', () => {
  expect(summarise(`  ${'甲'.repeat(10)}\n${'乙'.repeat(10)}  `)).toBe(
    `${'甲'.repeat(10)} ${'乙'.repeat(10)}`,
  );
});

test('is the whole sentences within the limit', () => {
  expect(summarise(`${'水'.repeat(80)}。”${'火'.repeat(80)}`)).toBe(`${'水'.repeat(80)}。”`);
  expect(summarise(`${'水'.repeat(20)}。${'火'.repeat(120)}。`)).toBe(`${'水'.repeat(20)}。`);
});

test('otherwise ends with an ellipsis within the limit and splits no character', () => {
  expect(summarise('𠮷'.repeat(200), { limit: 20 })).toBe(`${'𠮷'.repeat(19)}…`);
  expect(summarise('👨‍👩‍👧'.repeat(200), { limit: 18 })).toBe(`${'👨‍👩‍👧'.repeat(17)}…`);
  expect(summarise(`好！${'水'.repeat(200)}`)).toBe(`好！${'水'.repeat(117)}…`);
});

test('ends with an ellipsis if the text is cut from a longer one, unless that ends with a sentence', () => {
  const text = '荣盛发展：公司公告，董事长增持股份';
  expect(summarise(`${text}：`, { isCut: true })).toBe(`${text}…`);
  expect(summarise(`${text}。`, { isCut: true })).toBe(`${text}。`);
});

test.each([
  ['荣盛发展：', true],
  ['公司公告。', true],
  ['公司公告。', false],
  ['甲\n乙', false],
])('of %j that would say nothing there is none', (text, isCut) => {
  expect(summarise(text, { isCut })).toBe('');
});
