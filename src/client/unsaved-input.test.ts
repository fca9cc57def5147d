// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setUser } from './stores.ts';
import { dropUnsavedInput, readUnsavedInput, saveUnsavedInput } from './unsaved-input.ts';

const key = 'fields /personal/info';
const isMember = (id: string) => setUser({ id, account: '', name: '', avatar: '', roleName: 'member' });

/** Stores what saveUnsavedInput stores for a form on screen. */
const save = (userId: string) =>
  sessionStorage.setItem(
    'unsavedInput',
    JSON.stringify({ userId, savedAt: Date.now(), inputs: { [key]: '看潮的𠮷', other: '' } }),
  );

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => {
  vi.useRealTimers();
  setUser(undefined);
  sessionStorage.clear();
});

test('only the member who typed the input gets it back, within half an hour', () => {
  save('7');
  expect(readUnsavedInput(key)).toBeUndefined();
  isMember('8');
  expect(readUnsavedInput(key)).toBeUndefined();
  isMember('7');
  expect(readUnsavedInput(key)).toBe('看潮的𠮷');
  vi.setSystemTime(Date.now() + 30 * 60_000);
  expect(readUnsavedInput(key)).toBeUndefined();
});

test('input that a form shows again is forgotten, and that of other forms stays', () => {
  save('7');
  isMember('7');
  dropUnsavedInput(key);
  expect(readUnsavedInput(key)).toBeUndefined();
  expect(readUnsavedInput('other')).toBe('');
});

test('an empty page saves nothing, and broken storage holds nothing', () => {
  saveUnsavedInput('7');
  expect(sessionStorage.getItem('unsavedInput')).toBeNull();
  sessionStorage.setItem('unsavedInput', '{');
  isMember('7');
  expect(readUnsavedInput(key)).toBeUndefined();
});
