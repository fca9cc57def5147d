/**
 * `npm run test:deep`: what `npm test` leaves out because it is slow and rarely broken: failover, replicas, crashes of the
 * embedded server, two workers on every queue, long property tests, all tests in another order, all component tests on
 * React's development build, hostile calls, and five faults of `scripts/faults/` at random.
 */
import { faults } from './faults/table.ts';
import { BENCH_CHECKS } from './steps.mjs';
import { openRun } from './test-run.mjs';

const script = (...args) => [process.execPath, ['scripts/run.mjs', ...args]];
const seed = Math.floor(Math.random() * 1_000_000);
const numbers = new Set();
while (numbers.size < 5) numbers.add(1 + Math.floor(Math.random() * faults.length));

const run = await openRun();
try {
  await run.measure('build', () => run.runSteps([...run.preparation, ...BENCH_CHECKS], 1));
  await run.measure('deep tests', () => run.runVitest('deep tests', ['--project', 'deep']));
  await run.measure('unit and integration', () => {
    console.log(`in another order: seed ${seed}`);
    const projects = ['unit', 'isolated', 'integration'].flatMap((name) => ['--project', name]);
    const order = ['--sequence.shuffle', `--sequence.seed=${seed}`];
    return run.runVitest('shuffled tests', [...projects, ...order], { TEST_DEPTH: 'deep' });
  });
  await run.measure('components', () =>
    run.runVitest('components in StrictMode', ['--project', 'browser'], { NODE_ENV: 'test' }),
  );
  await run.measure('journeys', () => run.runPlaywright(['--grep', '@deep']));
  await run.measure('hostile calls', () =>
    run.runSteps(
      [['10,000 hostile calls', ...script('fuzz', '--calls', '10000', '--seed', String(seed))]],
      1,
    ),
  );
  await run.measure('faults', () =>
    run.runSteps(
      [[`faults ${[...numbers].join(', ')}`, ...script('faults', ...[...numbers].map(String))]],
      1,
    ),
  );
} finally {
  run.close();
}
run.end();
