import { afterEach, expect, test, vi } from 'vitest';
import { waitFor } from '#testing/wait-for.ts';
import { clearAccessMarks, type FetchMarks, requestAccessMark, useAccessMarks } from './access-marks.ts';

afterEach(clearAccessMarks);

const marks = () => useAccessMarks.getState().marks;

test('asks for all posts of a page in one call, and for none twice', async () => {
  const fetchMarks = vi.fn<FetchMarks>(async () => [{ id: '1', mark: 'bought' }]);
  for (const id of ['1', '2', '1']) requestAccessMark(id, fetchMarks);
  await waitFor(() => expect(marks()).toEqual({ 1: 'bought', 2: null }));
  requestAccessMark('2', fetchMarks);
  requestAccessMark('3', fetchMarks);
  await waitFor(() => expect(marks()).toHaveProperty('3'));
  expect(fetchMarks.mock.calls).toEqual([[['1', '2']], [['3']]]);
});

test('asks for at most 100 posts in a call', async () => {
  const fetchMarks = vi.fn<FetchMarks>(async () => []);
  for (let id = 0; id < 150; id += 1) requestAccessMark(String(id), fetchMarks);
  await waitFor(() => expect(Object.keys(marks())).toHaveLength(150));
  expect(fetchMarks.mock.calls.map(([ids]) => ids.length)).toEqual([100, 50]);
});

test('drops an answer from before a purchase or another member, and a failure leaves nothing marked', async () => {
  const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<FetchMarks>>>();
  requestAccessMark('1', () => promise);
  await new Promise((done) => setTimeout(done, 0));
  clearAccessMarks();
  resolve([{ id: '1', mark: 'bought' }]);
  await promise;
  expect(marks()).toEqual({});
  const failing = vi.fn<FetchMarks>(() => Promise.reject(new Error('away')));
  requestAccessMark('1', failing);
  await waitFor(() => expect(failing).toHaveBeenCalled());
  expect(marks()).toEqual({});
});
