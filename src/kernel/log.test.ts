import { expect, test } from 'vitest';
import { createLog } from './log.ts';
import { nameProcess } from './process-name.ts';

function openLog() {
  const lines: Record<string, unknown>[] = [];
  let nowMs = 0;
  nameProcess('web-1');
  const log = createLog('warn', { write: (line) => void lines.push(JSON.parse(line)) }, () => nowMs);
  return {
    log,
    lines,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}
const faultOf = (message: string) =>
  Object.assign(new Error(message), { stack: `Error: ${message}\n    at f (a.ts:1:1)` });

test('a line names its process and its machine', () => {
  const { log, lines } = openLog();
  log.warn({ a: 1 }, 'something');
  log.info('too quiet');
  expect(lines).toEqual([
    expect.objectContaining({ process: 'web-1', host: expect.any(String), a: 1, msg: 'something' }),
  ]);
});

test('a repeated error is counted, and written in full again a minute later with the count', () => {
  const { log, lines, pass } = openLog();
  for (let n = 0; n < 1000; n += 1) log.error({ err: faultOf('no answer'), job: 'x' }, 'a tick failed');
  expect(lines).toHaveLength(1);
  log.error({ err: faultOf('another'), job: 'x' }, 'a tick failed');
  expect(lines).toHaveLength(2);
  pass(60_000);
  log.error({ err: faultOf('no answer'), job: 'x' }, 'a tick failed');
  expect(lines.at(-1)).toMatchObject({
    repeats: 999,
    job: 'x',
    err: { stack: expect.stringContaining('a.ts') },
  });
});

test('a repeated error with a number, which a reader quotes, keeps its line without the stack', () => {
  const { log, lines } = openLog();
  log.error({ err: faultOf('no answer'), number: 'a1' }, 'a page could not be rendered');
  log.error({ err: faultOf('no answer'), number: 'b2', path: '/x' }, 'a page could not be rendered');
  expect(lines[1]).toMatchObject({
    number: 'b2',
    path: '/x',
    isRepeated: true,
    error: 'Error: no answer',
  });
  expect(lines[1]).not.toHaveProperty('err');
});

test('an error of a child log is collapsed too', () => {
  const { log, lines } = openLog();
  for (const child of [log.child({ job: 'a' }), log.child({ job: 'a' })])
    child.error({ err: faultOf('no answer') }, 'a tick failed');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ job: 'a', process: 'web-1' });
});
