import { expect, test } from 'vitest';
import { environmentGroup } from './environment.ts';

test('a group whose provider is not in use has the defaults of its numbers, so that it can be saved', () => {
  expect(environmentGroup('mail', {} as never)).toMatchObject({
    server: '',
    perMinute: '60',
    connections: '2',
  });
});

test('a switch without a variable is off by default', () => {
  expect(environmentGroup('engines', {} as never)).toMatchObject({ baiduPush: false, indexNow: false });
});
