import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallError } from './call-error.ts';
import { createDraft, type Kept, type Ports } from './draft.ts';

type Content = { title: string; html: string; access?: string; price?: number };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const content: Content = { title: '一', html: '<p>一</p>' };
const savedAt = '2026-11-21T12:03:00+08:00';

function desk(answers: (Kept | Error)[] = []) {
  const sent: Parameters<Ports<Content>['save']>[0][] = [];
  const kept: Content[] = [];
  let version = 1;
  const draft = createDraft(
    { version, content },
    {
      save: async (one) => {
        sent.push(one);
        const answer = answers.shift();
        if (answer instanceof Error) throw answer;
        version = answer?.version ?? version + 1;
        return { version, savedAt };
      },
      keep: (copy) => kept.push(copy.content) > 0,
      forget: () => void kept.splice(0),
    },
  );
  return { draft, sent, kept };
}

test('what was changed is saved by itself once the hand rests, as one autosave', async () => {
  const { draft, sent } = desk();
  draft.change({ title: '二' });
  await vi.advanceTimersByTimeAsync(1500);
  draft.change({ title: '三' });
  expect(draft.state().saving.is).toBe('changed');
  await vi.advanceTimersByTimeAsync(2000);
  expect(sent).toEqual([{ base: 1, content: { ...content, title: '三' }, isAutosave: true }]);
  expect(draft.state()).toMatchObject({ version: 2, saving: { is: 'saved', at: savedAt } });
});

test('what is written while a save is under way follows it, on top of it', async () => {
  const { draft, sent } = desk();
  draft.change({ title: '二' });
  const first = draft.save();
  draft.change({ title: '三' });
  expect(await first).toBe(false);
  expect(await draft.save()).toBe(true);
  expect(sent.map(({ base }) => base)).toEqual([1, 2]);
});

test('without a connection a copy is kept, and it is tried again until the server has it', async () => {
  const { draft, sent, kept } = desk([new CallError('offline', '网络连接错误！')]);
  draft.change({ title: '二' });
  expect(await draft.save()).toBe(false);
  expect(draft.state().saving).toEqual({ is: 'offline', isKept: true });
  expect(kept).toEqual([{ ...content, title: '二' }]);
  await vi.advanceTimersByTimeAsync(8000);
  expect(sent).toHaveLength(2);
  expect(draft.state().saving.is).toBe('saved');
  expect(kept).toEqual([]);
});

test('a conflict sends nothing more until somebody decides, and mine can go on top', async () => {
  const { draft, sent, kept } = desk([new CallError('refused', '刚被乙保存', { status: 409 })]);
  draft.change({ title: '我的' });
  expect(await draft.save()).toBe(false);
  draft.change({ title: '我的，又改' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(1);
  expect(draft.state().saving).toEqual({ is: 'conflict', message: '刚被乙保存' });
  expect(kept).toHaveLength(1);
  expect(await draft.overrule(7)).toBe(true);
  expect(sent.at(-1)).toMatchObject({ base: 7, content: { title: '我的，又改' } });
});

test('theirs can be taken, and then nothing of mine is sent', async () => {
  const { draft, sent } = desk([new CallError('refused', '刚被乙保存', { status: 409 })]);
  draft.change({ title: '我的' });
  await draft.save();
  draft.take(7, { ...content, title: '他们的' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(1);
  expect(draft.state()).toMatchObject({ version: 7, content: { title: '他们的' } });
});

test('a refusal says why and waits for the next change', async () => {
  const { draft, sent } = desk([new CallError('refused', '付费内容要有价格', { status: 400 })]);
  draft.change({ access: 'paid' });
  await draft.save();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(1);
  expect(draft.state().saving).toEqual({ is: 'refused', message: '付费内容要有价格' });
  draft.change({ price: 100 });
  await vi.advanceTimersByTimeAsync(2000);
  expect(draft.state().saving.is).toBe('saved');
});

test('saving what the server has already asks nothing', async () => {
  const { draft, sent } = desk();
  expect(await draft.save()).toBe(true);
  expect(sent).toEqual([]);
});

test('the last words before the desk is left are sent at once', async () => {
  const { draft, sent } = desk();
  draft.stop();
  draft.change({ title: '最后一句' });
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toHaveLength(1);
});
