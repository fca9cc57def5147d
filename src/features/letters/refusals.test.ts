import { describe, expect, test } from 'vitest';
import { findCommonRefusal, markOf } from './refusals.ts';
import type { Suspicion } from './send-queries.ts';

const refusal = (text: string, changes: Partial<Suspicion> = {}): Suspicion => ({
  kind: 'refused',
  step: 'recipient',
  code: Number(text.slice(0, 3)),
  text,
  address: 'reader@example.cn',
  at: '2026-11-20T08:00:00.000Z',
  ...changes,
});
const times = (count: number, of: (at: number) => Suspicion) =>
  Array.from({ length: count }, (_, at) => of(at));

describe('equal refusals in a row', () => {
  test.each([
    ['553 Local user only,163 smtp5', {}],
    ['550 Ip frequency limited', {}],
    ['550 5.1.1 User unknown in local recipient table', {}],
    ['550 The "From" header is missing or invalid', { step: 'message' }],
    ['451 4.7.1 try again later', { kind: 'deferred' }],
  ] as const)('meet everyone from the third on if nobody got the letter: %s', (text, changes) => {
    const equal = (count: number) => times(count, (at) => refusal(`${text} [${at}]`, changes));
    expect(findCommonRefusal(equal(2), { hasSent: false })).toBeUndefined();
    expect(findCommonRefusal(equal(3), { hasSent: false })).toMatchObject({ text: `${text} [0]` });
    expect(findCommonRefusal(equal(9), { hasSent: true })).toBeUndefined();
    expect(findCommonRefusal(equal(10), { hasSent: true })).toBeDefined();
  });

  test('are of the same kind, step and code', () => {
    const different = [
      refusal('550 5.1.1 no such user'),
      refusal('550 5.7.1 not wanted'),
      refusal('554 5.7.1 not wanted', { step: 'message' }),
      refusal('451 4.2.2 full', { kind: 'deferred' }),
    ];
    expect(findCommonRefusal([...different, ...different], { hasSent: false })).toBeUndefined();
  });

  test.each([
    [['553 Local user only'], true],
    [['553 Local user only', '554 5.7.1 not wanted'], true],
    [['553 Local user only', '550 5.1.1 no such user'], false],
    [['550 5.1.1 no such user'], false],
    [[], false],
  ])('at the end of a letter that nobody got: %j meets everyone: %s', (texts, isCommon) => {
    const suspicions = texts.map((text) => refusal(text));
    expect(findCommonRefusal(suspicions, { hasSent: false, isEnd: true }) !== undefined).toBe(isCommon);
    expect(findCommonRefusal(suspicions, { hasSent: true, isEnd: true })).toBeUndefined();
  });
});

test.each([
  ['550 5.1.1 no such user', 'recipient', 'bounce', 'bounce'],
  ['550 5.1.10 null MX', 'recipient', 'bounce', 'bounce'],
  ['550 5.2.1 disabled', 'recipient', 'bounce', 'bounce'],
  ['553 5.1.7 bad sender address syntax', 'recipient', null, null],
  ['553 5.1.8 sender domain not found', 'recipient', null, null],
  ['550 no such user', 'recipient', null, 'bounce'],
  ['550 Ip frequency limited', 'recipient', null, null],
  ['550 5.7.1 SPF check failed', 'recipient', null, null],
  ['550 发信频率过高', 'recipient', null, null],
  ['552 5.2.2 over quota', 'recipient', null, 'count'],
  ['554 5.7.1 message refused', 'message', null, 'count'],
  ['550 message refused', 'message', null, 'count'],
  ['550 5.1.1 no such user', 'message', null, 'count'],
] as const)('%s at the %s marks %s without a comparison, %s with one', (text, step, alone, compared) => {
  expect([markOf(refusal(text, { step }), false), markOf(refusal(text, { step }), true)]).toEqual([
    alone,
    compared,
  ]);
  expect(markOf(refusal(text, { step, kind: 'deferred' }), true)).toBeNull();
});
