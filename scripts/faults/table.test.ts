import { expect, test } from 'vitest';
import { faults, locateFaults } from './table.ts';

test('the text of every fault occurs once in the sources, and the tests that should see it exist', () => {
  expect(locateFaults).not.toThrow();
});

test('no fault occurs twice in the table', () => {
  const changes = faults.map(({ find, replace }) => `${find} → ${replace}`);
  expect(changes.filter((change, index) => changes.indexOf(change) !== index)).toEqual([]);
  expect(faults.length).toBeGreaterThanOrEqual(120);
});
