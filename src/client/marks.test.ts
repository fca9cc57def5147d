// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  countOf,
  forgetMarks,
  type MarkTarget,
  type SendMark,
  startObserving,
  useMarks,
  wishMark,
} from './marks.ts';

const piece: MarkTarget = { of: 'article', id: '7' };

/** A server that answers when it is told to. */
function standIn() {
  const sent: { isOn: boolean; recordId: string | null }[] = [];
  const waiting: { answer: (recordId: string | null) => void; refuse: () => void }[] = [];
  const send: SendMark = (_target, isOn, recordId) => {
    sent.push({ isOn, recordId });
    return new Promise((resolve, reject) => {
      waiting.push({ answer: resolve, refuse: () => reject(new Error('网络连接错误！')) });
    });
  };
  const next = async (how: 'answer' | 'refuse', recordId: string | null = null) => {
    const call = waiting.shift();
    if (!call) throw new Error('nothing was sent');
    if (how === 'answer') call.answer(recordId);
    else call.refuse();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { sent, send, next };
}

const isOn = () => useMarks.getState()['post 7']?.isOn ?? false;
const count = (shown = 0) => countOf(useMarks.getState()['post 7'], shown);
const quiet = () => vi.advanceTimersByTimeAsync(1000);

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  forgetMarks();
  vi.useRealTimers();
});

describe('a mark of one’s own', () => {
  test('shows at once and is sent once the clicks have ended', async () => {
    const { sent, send, next } = standIn();
    wishMark(piece, true, send);
    expect(isOn()).toBe(true);
    expect(sent).toEqual([]);
    await quiet();
    expect(sent).toEqual([{ isOn: true, recordId: null }]);
    await next('answer', '31');
    expect(useMarks.getState()['post 7']).toMatchObject({ isOn: true, settledOn: true, recordId: '31' });
  });

  test('pressed twice in a hurry asks nothing: only the last state is sent', async () => {
    const { sent, send } = standIn();
    wishMark(piece, true, send);
    wishMark(piece, false, send);
    await quiet();
    expect(sent).toEqual([]);
    for (const wanted of [true, false, true]) wishMark(piece, wanted, send);
    await quiet();
    expect(sent.map((call) => call.isOn)).toEqual([true]);
  });

  test('changed while its call is under way is sent afterwards, with the record’s id', async () => {
    const { sent, send, next } = standIn();
    wishMark(piece, true, send);
    await quiet();
    wishMark(piece, false, send);
    await quiet();
    expect(sent).toHaveLength(1);
    expect(isOn()).toBe(false);
    await next('answer', '31');
    expect(sent).toEqual([
      { isOn: true, recordId: null },
      { isOn: false, recordId: '31' },
    ]);
    await next('answer');
    expect(useMarks.getState()['post 7']).toMatchObject({ isOn: false, settledOn: false, recordId: null });
  });

  test('goes back to what the server has when the call fails', async () => {
    const { send, next } = standIn();
    startObserving()(piece, { isOn: false, count: 4 });
    wishMark(piece, true, send);
    expect(count()).toBe(5);
    await quiet();
    await next('refuse');
    expect(isOn()).toBe(false);
    expect(count()).toBe(4);
  });

  test('is one and the same for news and articles of that id, and another for an author', () => {
    startObserving()({ of: 'news', id: '7' }, { isOn: true });
    expect(isOn()).toBe(true);
    expect(useMarks.getState()['author 7']).toBeUndefined();
  });
});

describe('what a page read', () => {
  test('is the mark, its record and its count', () => {
    startObserving()(piece, { isOn: true, recordId: '31', count: 12 });
    expect(isOn()).toBe(true);
    expect(count()).toBe(12);
    wishMark(piece, false, standIn().send);
    expect(count()).toBe(11);
  });

  test('says nothing of a mark that was changed since the page asked', async () => {
    const { send, next } = standIn();
    const observe = startObserving();
    wishMark(piece, true, send);
    observe(piece, { isOn: false, count: 4 });
    expect(isOn()).toBe(true);
    await quiet();
    const asked = startObserving();
    await next('answer', '31');
    asked(piece, { isOn: false, count: 4 });
    expect(isOn()).toBe(true);
    startObserving()(piece, { isOn: false, count: 4 });
    expect(isOn()).toBe(false);
  });

  test('a list that knows no count and no record leaves them as they were', () => {
    startObserving()(piece, { isOn: true, recordId: '31', count: 12 });
    startObserving()(piece, { isOn: true });
    expect(useMarks.getState()['post 7']).toMatchObject({ recordId: '31' });
    expect(count()).toBe(12);
    startObserving()(piece, { isOn: false });
    expect(useMarks.getState()['post 7']).toMatchObject({ recordId: null });
    expect(count()).toBe(11);
  });

  test('is of one person: the next one begins with none, and late answers change nothing', async () => {
    const { send, next } = standIn();
    const observe = startObserving();
    wishMark(piece, true, send);
    await quiet();
    forgetMarks();
    await next('answer', '31');
    observe(piece, { isOn: true });
    expect(useMarks.getState()).toEqual({});
  });
});

test('without a mark the count is the page’s', () => {
  expect(countOf(undefined, 8)).toBe(8);
});
