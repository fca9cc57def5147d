import { expect, test } from 'vitest';
import { decideGoLive, decideGuide, dismissedGoLive, goLiveMilestone, milestoneOf } from './policy.ts';
import { goLiveItems } from './schema.ts';

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

const readPost = { ...nothing, has_published: true, milestones: [milestoneOf.dismissed] };
const statesOf = (facts: object, ...isSet: (typeof goLiveItems)[number][]) =>
  decideGoLive({ ...readPost, ...facts }, new Set(isSet))?.items.map(({ state }) => state);

test('the go-live list follows the guide and the first post', () => {
  expect(statesOf({})).toEqual(goLiveItems.map(() => 'open'));
  expect(statesOf({ has_published: false })).toBeUndefined();
  expect(statesOf({ milestones: [] })).toBeUndefined();
  expect(statesOf({ milestones: ['demo loaded'] })).toBeUndefined();
});

test('an item of the go-live list is done if the settings show it or staff ticked it', () => {
  const milestones = [milestoneOf.dismissed, goLiveMilestone('domain'), goLiveMilestone('backup')];
  expect(statesOf({ milestones }, 'domain', 'sms')).toEqual([
    ...['set', 'open', 'open', 'set', 'open', 'open', 'ticked', 'open'],
  ]);
});

test('the go-live list ends when everything is done, or when it is dismissed', () => {
  expect(statesOf({}, ...goLiveItems)).toBeUndefined();
  expect(statesOf({ milestones: [milestoneOf.dismissed, dismissedGoLive] })).toBeUndefined();
});
