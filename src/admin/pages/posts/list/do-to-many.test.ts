import { expect, test } from 'vitest';
import { CallError } from '#client/call-error.ts';
import { doToMany } from './do-to-many.ts';

test('what fails says why, and the rest goes on', async () => {
  const heard: number[] = [];
  const outcomes = await doToMany(
    ['1', '2', '3'],
    async (id) => {
      if (id === '2') throw new CallError('refused', '只有草稿可以删除');
    },
    (so_far) => heard.push(so_far.length),
  );
  expect(outcomes).toEqual([
    { id: '1', isDone: true, message: '已完成' },
    { id: '2', isDone: false, message: '只有草稿可以删除' },
    { id: '3', isDone: true, message: '已完成' },
  ]);
  expect(heard).toEqual([1, 2, 3]);
});
