import { expect, test } from 'vitest';
import { readChoice, toFilter, writeChoice } from './order-choice.ts';

const read = (address: string) => readChoice(new URLSearchParams(address));

test('what is chosen comes back from the address it was written to', () => {
  const choice = read('keyword=13900000001&state=paid&kind=vip&from=2026-11-01&to=2026-11-20&memberId=7');
  expect(choice).toEqual({
    keyword: '13900000001',
    memberId: '7',
    state: 'paid',
    kind: 'vip',
    from: '2026-11-01',
    to: '2026-11-20',
  });
  expect(readChoice(writeChoice(choice))).toEqual(choice);
});

test('what is none of ours reads as nothing chosen, and nothing chosen writes nothing', () => {
  const choice = read('state=stolen&kind=gold&from=yesterday&to=2026&memberId=0&keyword=%20');
  expect(writeChoice(choice).toString()).toBe('');
});

test('the days become the period of the call', () => {
  expect(toFilter(read('from=2026-11-01&to=2026-11-20'))).toMatchObject({
    startTime: '2026-11-01',
    endTime: '2026-11-20',
  });
});
