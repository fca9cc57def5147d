import { expect, test } from 'vitest';
import { parseMessage } from './use-wechat-scan.ts';

test.each([
  [
    { type: 'wechat', code: 'c', state: 's' },
    { code: 'c', state: 's' },
  ],
  [{ type: 'wechat', refused: true }, 'refused'],
  [{ type: 'wechat', code: 7, state: 's' }, undefined],
  [{ type: 'wechat' }, undefined],
  [{ type: 'other', code: 'c', state: 's' }, undefined],
  ['wechat', undefined],
  [null, undefined],
])('parses the message %j as %j', (message, answer) => {
  expect(parseMessage(message)).toEqual(answer);
});
