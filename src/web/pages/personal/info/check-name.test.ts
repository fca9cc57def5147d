import { expect, test } from 'vitest';
import { checkName } from './check-name.ts';

test.each(['听潮客', '𠮷', '👩‍🚀'.repeat(20), 'Ａ１'])('%s is a name', (name) => {
  expect(checkName(name)).toBeUndefined();
});

test('blanks alone are no name, and twenty-one characters are one too many', () => {
  expect(checkName(' 　')).toBe('请填写名字');
  expect(checkName('潮'.repeat(21))).toBe('名字最多 20 个字，多了 1 个');
});
