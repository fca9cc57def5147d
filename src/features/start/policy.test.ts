import { expect, test } from 'vitest';
import { decideGuide, milestoneOf } from './policy.ts';

const nothing = {
  is_named: false,
  has_own_columns: false,
  has_pieces: false,
  has_published: false,
  milestones: [],
};
const done = (facts: object) =>
  decideGuide({ ...nothing, ...facts })
    ?.filter(({ isDone }) => isDone)
    .map(({ step }) => step);

test('each step is done if its fact is true', () => {
  expect(done({})).toEqual([]);
  expect(done({ is_named: true })).toEqual(['name']);
  expect(done({ has_own_columns: true })).toEqual(['columns']);
  expect(done({ milestones: [milestoneOf.columns] })).toEqual(['columns']);
  expect(done({ has_pieces: true })).toEqual(['write']);
  expect(done({ has_pieces: true, has_published: true })).toEqual(['write', 'publish']);
});

test('a withdrawn post does not count as published', () => {
  expect(done({ has_pieces: true, milestones: [milestoneOf.read] })).toEqual(['write']);
});

test('the guide ends when all steps are done, when it is dismissed, and in a demo', () => {
  const all = { is_named: true, has_own_columns: true, has_pieces: true, has_published: true };
  expect(decideGuide({ ...nothing, ...all, milestones: [] })).not.toBeNull();
  expect(decideGuide({ ...nothing, ...all, milestones: [milestoneOf.read] })).toBeNull();
  expect(decideGuide({ ...nothing, milestones: [milestoneOf.dismissed] })).toBeNull();
  expect(decideGuide({ ...nothing, milestones: ['demo loaded'] })).toBeNull();
});
