// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  beginUserStateRead,
  clearUserState,
  type FlagTarget,
  type SendFlag,
  setFlag,
  shownCount,
  useUserState,
} from './user-state.ts';

const post: FlagTarget = { of: 'article', id: '7' };

/** A server that answers on command. */
function fakeSend() {
  const sent: { isOn: boolean; recordId: string | null }[] = [];
  const waiting: { answer: (recordId: string | null) => void; refuse: () => void }[] = [];
  const send: SendFlag = (_target, isOn, recordId) => {
    sent.push({ isOn, recordId });
    return new Promise((resolve, reject) => {
      waiting.push({ answer: resolve, refuse: () => reject(new Error('网络连接错误！')) });
    });
  };
  const next = async (outcome: 'answer' | 'refuse', recordId: string | null = null) => {
    const call = waiting.shift();
    if (!call) throw new Error('nothing was sent');
    if (outcome === 'answer') call.answer(recordId);
    else call.refuse();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { sent, send, next };
}

const isOn = () => useUserState.getState()['post 7']?.isOn ?? false;
const count = (shown = 0) => shownCount(useUserState.getState()['post 7'], shown);
const debounceMs = () => vi.advanceTimersByTimeAsync(1000);

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  clearUserState();
  vi.useRealTimers();
});

describe('a flag of a member', () => {
  test('is shown at once and sent once after the last click', async () => {
    const { sent, send, next } = fakeSend();
    setFlag(post, true, send);
    expect(isOn()).toBe(true);
    expect(sent).toEqual([]);
    await debounceMs();
    expect(sent).toEqual([{ isOn: true, recordId: null }]);
    await next('answer', '31');
    expect(useUserState.getState()['post 7']).toMatchObject({ isOn: true, serverIsOn: true, recordId: '31' });
  });

  test('is not sent if two quick clicks cancel each other out', async () => {
    const { sent, send } = fakeSend();
    setFlag(post, true, send);
    setFlag(post, false, send);
    await debounceMs();
    expect(sent).toEqual([]);
    for (const wanted of [true, false, true]) setFlag(post, wanted, send);
    await debounceMs();
    expect(sent.map((call) => call.isOn)).toEqual([true]);
  });

  test('changed during its call is sent afterwards, with the id of the record', async () => {
    const { sent, send, next } = fakeSend();
    setFlag(post, true, send);
    await debounceMs();
    setFlag(post, false, send);
    await debounceMs();
    expect(sent).toHaveLength(1);
    expect(isOn()).toBe(false);
    await next('answer', '31');
    expect(sent).toEqual([
      { isOn: true, recordId: null },
      { isOn: false, recordId: '31' },
    ]);
    await next('answer');
    expect(useUserState.getState()['post 7']).toMatchObject({
      isOn: false,
      serverIsOn: false,
      recordId: null,
    });
  });

  test("returns to the server's value if the call fails", async () => {
    const { send, next } = fakeSend();
    beginUserStateRead()(post, { isOn: false, count: 4 });
    setFlag(post, true, send);
    expect(count()).toBe(5);
    await debounceMs();
    await next('refuse');
    expect(isOn()).toBe(false);
    expect(count()).toBe(4);
  });

  test('is shared by news and articles with that id, and separate for an author', () => {
    beginUserStateRead()({ of: 'news', id: '7' }, { isOn: true });
    expect(isOn()).toBe(true);
    expect(useUserState.getState()['author 7']).toBeUndefined();
  });
});

describe('a page read', () => {
  test('sets the flag, its record and its count', () => {
    beginUserStateRead()(post, { isOn: true, recordId: '31', count: 12 });
    expect(isOn()).toBe(true);
    expect(count()).toBe(12);
    setFlag(post, false, fakeSend().send);
    expect(count()).toBe(11);
  });

  test('is ignored for a flag that was changed since the page was requested', async () => {
    const { send, next } = fakeSend();
    const apply = beginUserStateRead();
    setFlag(post, true, send);
    apply(post, { isOn: false, count: 4 });
    expect(isOn()).toBe(true);
    await debounceMs();
    const requestedAt = beginUserStateRead();
    await next('answer', '31');
    requestedAt(post, { isOn: false, count: 4 });
    expect(isOn()).toBe(true);
    beginUserStateRead()(post, { isOn: false, count: 4 });
    expect(isOn()).toBe(false);
  });

  test('of a list without counts and records keeps the known ones', () => {
    beginUserStateRead()(post, { isOn: true, recordId: '31', count: 12 });
    beginUserStateRead()(post, { isOn: true });
    expect(useUserState.getState()['post 7']).toMatchObject({ recordId: '31' });
    expect(count()).toBe(12);
    beginUserStateRead()(post, { isOn: false });
    expect(useUserState.getState()['post 7']).toMatchObject({ recordId: null });
    expect(count()).toBe(11);
  });

  test('applies to one member: it is cleared for the next one, and late answers change nothing', async () => {
    const { send, next } = fakeSend();
    const apply = beginUserStateRead();
    setFlag(post, true, send);
    await debounceMs();
    clearUserState();
    await next('answer', '31');
    apply(post, { isOn: true });
    expect(useUserState.getState()).toEqual({});
  });
});

test('without a flag, the count comes from the page', () => {
  expect(shownCount(undefined, 8)).toBe(8);
});
