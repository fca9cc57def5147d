/**
 * Fails if the tests of a layer do more of what makes tests expensive than their limit allows. Whoever needs more first
 * looks for what the new test makes unnecessary (CONTRIBUTING.md).
 */
import { type Costs, countAllCosts } from './test-costs.ts';
import type { TestLayer } from './test-files.ts';

const LIMITS: Record<TestLayer, Partial<Costs>> = {
  'unit and integration': { portals: 260, databases: 300 },
  components: { mounts: 340, 'axe runs': 130 },
  journeys: { tests: 70, 'axe runs': 3 },
};

const files = countAllCosts();
let isOver = false;
for (const [layer, limits] of Object.entries(LIMITS))
  for (const [kind, limit] of Object.entries(limits) as [keyof Costs, number][]) {
    const counted = files.filter((file) => file.layer === layer && file.costs[kind] > 0);
    const sum = counted.reduce((total, { costs }) => total + costs[kind], 0);
    console.log(`${layer}: ${sum} ${kind}, at most ${limit}`);
    if (sum <= limit) continue;
    isOver = true;
    const most = counted.toSorted((a, b) => b.costs[kind] - a.costs[kind]).slice(0, 5);
    for (const { file, costs } of most) console.log(`  ${costs[kind]} in ${file}`);
  }
if (isOver)
  console.log('Raise no limit before looking for what the new test makes unnecessary (CONTRIBUTING.md).');
process.exit(isOver ? 1 : 0);
