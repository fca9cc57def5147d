import { expect, test } from 'vitest';
import { invitationLink, readToken } from './invitation-token.ts';

const token = 'abcDEF_123-abcDEF_123-abcDEF_123-abcDEF_123';

test('the token of a link stands behind the #, where no server sees it, and is read back', () => {
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
])('%j holds none', (hash) => {
  expect(readToken(hash)).toBeUndefined();
});
