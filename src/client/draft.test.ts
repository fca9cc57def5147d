import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallError } from './call-error.ts';
import { createDraft, type Ports, type SavedVersion } from './draft.ts';

type Content = { title: string; html: string; access?: string; price?: number };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const content: Content = { title: '一', html: '<p>一</p>' };
const savedAt = '2026-11-21T12:03:00+08:00';

function openDraft(answers: (SavedVersion | Error)[] = []) {
  const sent: Parameters<Ports<Content>['save']>[0][] = [];
  const copies: Content[] = [];
  let version = 1;
  const draft = createDraft(
    { version, content },
    {
      save: async (content) => {
        sent.push(content);
        const answer = answers.shift();
        if (answer instanceof Error) throw answer;
        version = answer?.version ?? version + 1;
        return { version, savedAt };
      },
      saveCopy: (copy) => copies.push(copy.content) > 0,
      deleteCopy: () => void copies.splice(0),
    },
  );
  return { draft, sent, kept: copies };
}

test('saves changes automatically after a pause in typing, as one autosave', async () => {
  const { draft, sent } = openDraft();
  draft.change({ title: '二' });
  await vi.advanceTimersByTimeAsync(1500);
  draft.change({ title: '三' });
  expect(draft.state().saveState.status).toBe('changed');
  await vi.advanceTimersByTimeAsync(2000);
  expect(sent).toEqual([{ base: 1, content: { ...content, title: '三' }, isAutosave: true }]);
  expect(draft.state()).toMatchObject({ version: 2, saveState: { status: 'saved', at: savedAt } });
});

test('saves what is written during a save afterwards, on top of that save', async () => {
  const { draft, sent } = openDraft();
  draft.change({ title: '二' });
  const first = draft.save();
  draft.change({ title: '三' });
  expect(await first).toBe(false);
  expect(await draft.save()).toBe(true);
  expect(sent.map(({ base }) => base)).toEqual([1, 2]);
});

test('saves a local copy without a connection, and retries until the server has the text', async () => {
  const { draft, sent, kept: copies } = openDraft([new CallError('offline', '网络连接错误！')]);
  draft.change({ title: '二' });
  expect(await draft.save()).toBe(false);
  expect(draft.state().saveState).toEqual({ status: 'offline', isCopySaved: true });
  expect(copies).toEqual([{ ...content, title: '二' }]);
  await vi.advanceTimersByTimeAsync(8000);
  expect(sent).toHaveLength(2);
  expect(draft.state().saveState.status).toBe('saved');
  expect(copies).toEqual([]);
});

test('sends nothing after a conflict until a person decides, and can overwrite the other version', async () => {
  const { draft, sent, kept: copies } = openDraft([new CallError('refused', '刚被乙保存', { status: 409 })]);
  draft.change({ title: '我的' });
  expect(await draft.save()).toBe(false);
  draft.change({ title: '我的，又改' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(1);
  expect(draft.state().saveState).toEqual({ status: 'conflict', message: '刚被乙保存' });
  expect(copies).toHaveLength(1);
  expect(await draft.overwrite(7)).toBe(true);
  expect(sent.at(-1)).toMatchObject({ base: 7, content: { title: '我的，又改' } });
});

test('can take over the other version, and then sends nothing', async () => {
  const { draft, sent } = openDraft([new CallError('refused', '刚被乙保存', { status: 409 })]);
  draft.change({ title: '我的' });
  await draft.save();
  draft.replace(7, { ...content, title: '他们的' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(1);
  expect(draft.state()).toMatchObject({ version: 7, content: { title: '他们的' } });
});

test('shows the reason for a refusal and waits for the next change', async () => {
  const { draft, sent } = openDraft([new CallError('refused', '付费内容要有价格', { status: 400 })]);
  draft.change({ access: 'paid' });
  await draft.save();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(1);
  expect(draft.state().saveState).toEqual({ status: 'refused', message: '付费内容要有价格' });
  draft.change({ price: 100 });
  await vi.advanceTimersByTimeAsync(2000);
  expect(draft.state().saveState.status).toBe('saved');
});

test('sends nothing if the server already has the text', async () => {
  const { draft, sent } = openDraft();
  expect(await draft.save()).toBe(true);
  expect(sent).toEqual([]);
});

test('sends the last changes at once when the editor is left', async () => {
  const { draft, sent } = openDraft();
  draft.stop();
  draft.change({ title: '最后一句' });
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toHaveLength(1);
});
