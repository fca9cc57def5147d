import { expect, test } from 'vitest';
import { invitationLink, readToken } from './invitation-token.ts';

const token = 'abcDEF_123-abcDEF_123-abcDEF_123-abcDEF_123';

test('puts the token into the URL fragment, which no server receives, and reads it back', () => {
  const link = new URL(invitationLink('https://news.example.cn', token));
  expect(link.pathname + link.search).toBe('/admin/invitation');
  expect(readToken(link.hash)).toBe(token);
});

test.each([
  '',
  '#',
  '#token=',
  '#token=short',
  '#other=x',
  `#token=${'a'.repeat(101)}`,
  '#token=%3Cscript%3E',
])('finds no token in %j', (hash) => {
  expect(readToken(hash)).toBeUndefined();
});
