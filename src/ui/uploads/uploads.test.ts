import { expect, test } from 'vitest';
import { waitFor } from '#testing/wait-for.ts';
import { createUploads, maxFileSize, mayRetry, type SendOptions } from './uploads.ts';

type Uploaded = { item: { name: string }; isNew: boolean };

type Sent = { file: File; sending: SendOptions; arrive: (answer?: object) => void; fail: () => void };

function start() {
  const sent: Sent[] = [];
  const done: Uploaded[] = [];
  const uploads = createUploads<Uploaded>({
    send: (file, sending) =>
      new Promise((resolve, reject) => {
        const arrive = (answer: object = { item: { name: file.name }, isNew: true }) =>
          resolve(answer as Uploaded);
        sent.push({ file, sending, arrive, fail: () => reject(new Error('断了')) });
      }),
    onDone: (answer) => done.push(answer),
    explain: (error) => ({ error: (error as Error).message, isRefused: false }),
  });
  const states = () => uploads.list().map(({ name, state }) => `${name} ${state}`);
  return { uploads, sent, done, states };
}
const file = (name: string, size = 1) =>
  Object.defineProperty(new File(['x'], name), 'size', { value: size }) as File;

test('uploads two files at a time, reports the progress of each, and starts the next when one has finished', async () => {
  const { uploads, sent, done, states } = start();
  uploads.add([file('甲'), file('乙'), file('丙')]);
  expect(states()).toEqual(['甲 sending', '乙 sending', '丙 waiting']);
  sent[0]?.sending.onProgress(0.5);
  expect(uploads.list()[0]?.share).toBe(0.5);
  sent[0]?.arrive();
  await waitFor(() => expect(states()).toEqual(['甲 done', '乙 sending', '丙 sending']));
  expect(done).toHaveLength(1);
});

test('reports why a file failed, continues with the others, and allows a retry', async () => {
  const { uploads, sent, states } = start();
  uploads.add([file('甲'), file('乙')]);
  sent[0]?.fail();
  await waitFor(() => expect(states()).toEqual(['甲 failed', '乙 sending']));
  const [failed] = uploads.list();
  expect(failed?.error).toBe('断了');
  expect(failed && mayRetry(failed)).toBe(true);
  uploads.retry(failed?.key ?? '');
  expect(states()).toEqual(['甲 sending', '乙 sending']);
  sent[2]?.arrive();
  await waitFor(() => expect(states()[0]).toBe('甲 done'));
});

test('aborts and removes a cancelled upload, and reports nothing further about it', async () => {
  const { uploads, sent, done, states } = start();
  uploads.add([file('甲'), file('乙'), file('丙')]);
  uploads.cancel(uploads.list()[0]?.key ?? '');
  expect(sent[0]?.sending.signal.aborted).toBe(true);
  expect(states()).toEqual(['乙 sending', '丙 sending']);
  sent[0]?.arrive();
  sent[1]?.arrive();
  await waitFor(() => expect(states()).toEqual(['乙 done', '丙 sending']));
  expect(done).toHaveLength(1);
  uploads.clear();
  uploads.stop();
  expect(states()).toEqual([]);
  expect(sent[2]?.sending.signal.aborted).toBe(true);
});

test('refuses empty and oversized files without sending them', () => {
  const { uploads, sent } = start();
  uploads.add([file('空', 0), file('大', maxFileSize + 1)]);
  expect(sent).toEqual([]);
  expect(uploads.list().map(({ error }) => error)).toEqual(['文件是空的', '文件过大，最多 100 MB']);
  expect(uploads.list().some(mayRetry)).toBe(false);
});
