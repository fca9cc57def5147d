import { expect, test } from 'vitest';
import { behaviour, planFor, type UnitCosts } from './scaling.ts';

const free = { webMs: 0, databaseMs: 0 };
const costs: UnitCosts = {
  cachedPage: { webMs: 0.1, databaseMs: 0 },
  renderedPage: { webMs: 10, databaseMs: 5 },
  call: { webMs: 1, databaseMs: 1 },
  search: { webMs: 10, databaseMs: 2 },
  comment: free,
  order: free,
  streamBytes: 20_000,
  firstVisitBytes: 400_000,
  pageBytes: 30_000,
};

test('adds up what the busiest minute needs', () => {
  // 6 pages × 15 % in an hour × twice the mean: 0.0005 pages a second for each reader of the day.
  const plan = planFor(100_000, costs);
  expect(plan.pagesPerSecond).toBeCloseTo(50);
  // 45 cached, 5 rendered, 40 calls, 2.5 searches a second.
  expect(plan.webCores).toBeCloseTo(0.0045 + 0.05 + 0.04 + 0.025);
  expect(plan.databaseCores).toBeCloseTo(0.025 + 0.04 + 0.005);
  expect(plan.streams).toBeCloseTo((100_000 * 0.3 * 0.2 * 480) / 3600);
  expect(plan.bytesPerSecond).toBeCloseTo((100_000 * 0.3 * 0.3 * 400_000) / 3600 + 50 * 30_000);
});

test('ten times the readers need ten times as much, and never less than one machine', () => {
  const [few, many] = [planFor(10_000, costs), planFor(100_000, costs)];
  expect(many.webCores / few.webCores).toBeCloseTo(10);
  expect(few.webMachines).toBe(1);
  expect(few.databaseMachines).toBe(1);
});

test('names what is used up first', () => {
  expect(planFor(1_000_000, costs).bottleneck).toContain('line');
  const slow = { ...costs, renderedPage: { webMs: 2000, databaseMs: 5 } };
  const plan = planFor(1_000_000, slow);
  expect(plan.bottleneck).toContain('web machines');
  // 50 pages a second of 2 s each are 100 cores, of which each machine plans one.
  expect(plan.webMachines).toBeGreaterThanOrEqual(100);
  const idle = { ...behaviour, minutesPerVisit: 600 };
  expect(planFor(1_000_000, { ...costs, firstVisitBytes: 0, pageBytes: 0 }, idle).bottleneck).toContain(
    'streams',
  );
});
