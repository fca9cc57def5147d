// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CallError } from '#client/call-error.ts';
import { type BulkRun, useBulk } from './use-bulk.ts';

let root: Root;
let bulk: ReturnType<typeof useBulk>;
function Part() {
  bulk = useBulk();
  return null;
}
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  root = createRoot(document.createElement('div'));
  return act(() => root.render(<Part />));
});
afterEach(() => act(() => root.unmount()));

const rows = ['1', '2', '3', '4'].map((id) => ({ id, name: `第${id}篇` }));
const run = (answer: BulkRun['act']) => act(() => bulk.start({ verb: '撤回', rows, chunk: 2, act: answer }));

test('a stop reports what the part under way did, and starts no further part', async () => {
  const asked: string[][] = [];
  await run(async (ids) => {
    asked.push(ids);
    bulk.stop();
    return [{ id: '2', fault: '已经撤回过了' }];
  });
  expect(asked).toEqual([['1', '2']]);
  expect(bulk.progress).toMatchObject({
    done: ['1'],
    failed: [{ id: '2', text: '已经撤回过了' }],
    isRunning: false,
    isStopping: false,
  });
});

test.each([
  [new CallError('offline', '网络连接错误！'), '没有收到答复，可能已经做了，请刷新后核对'],
  [new CallError('timeout', '网络连接错误！'), '没有收到答复，可能已经做了，请刷新后核对'],
  [new CallError('refused', '一次最多 50 篇'), '一次最多 50 篇'],
])('a part without an answer may have been applied: %s', async (error, text) => {
  await run(async () => {
    throw error;
  });
  expect(bulk.progress?.failed).toEqual(rows.map(({ id }) => ({ id, text })));
});
