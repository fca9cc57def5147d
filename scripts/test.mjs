/**
 * `npm test`: runs the checks, the unit, integration and component tests, and the end-to-end journeys in a browser
 * against the built portal. It continues after failures; the last line is the verdict. `npm test -- --changed` runs the
 * checks, the tests that the change since main affects, and the journeys tagged @smoke. What is slow and rarely broken is in
 * `npm run test:deep`.
 */
import { parseArgs } from 'node:util';
import { findBase, integrationFilters, listChanges } from './changed.mjs';
import { CHECKS } from './steps.mjs';
import { openRun } from './test-run.mjs';

const { changed } = parseArgs({ options: { changed: { type: 'boolean' } } }).values;
const run = await openRun();
/** Projects of Vitest, without the tests that `npm run test:deep` runs. */
const project = (...names) => ['--tags-filter=!deep', ...names.flatMap((name) => ['--project', name])];
const changes = changed && findChanges();
const affected = changes ? ['--changed', changes.base, '--passWithNoTests'] : [];

try {
  await run.measure('checks and build', () =>
    Promise.all([run.runSteps(run.preparation, 1), run.runSteps(CHECKS, 1)]),
  );
  await run.measure('unit and integration', async () => {
    if (!changes)
      return run.runVitest('unit and integration tests', project('unit', 'isolated', 'integration'));
    await run.runVitest('unit tests', [...project('unit', 'isolated'), ...affected]);
    if (changes.filters?.length === 0) return;
    const filters = ['--passWithNoTests', ...(changes.filters ?? [])];
    await run.runVitest('integration tests', [...project('integration'), ...filters]);
  });
  await run.measure('components', async () => {
    const args = ['--project', 'browser', ...affected];
    await run.runVitest('component tests', [...args, '--tags-filter=!strict'], { NODE_ENV: 'production' });
    // One test of each screen, with what only React's development build reports.
    await run.runVitest('screens in StrictMode', [...args, '--tags-filter=strict'], { NODE_ENV: 'test' });
  });
  await run.measure('journeys', () =>
    run.runPlaywright(changes ? ['--grep', '@smoke'] : ['--grep-invert', '@deep']),
  );
} finally {
  run.close();
}
run.end();

function findChanges() {
  const base = findBase();
  const files = listChanges(base);
  const filters = integrationFilters(files);
  console.log(`changed since ${base.slice(0, 10)}: ${files.join(', ') || 'nothing'}`);
  console.log(`integration tests: ${filters?.join(' ') || (filters ? 'none' : 'all')}`);
  return { base, filters };
}
