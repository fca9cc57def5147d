/** `npm run check`: everything that can be said of the code without running it. */
import { CHECKS, runSteps } from './steps.mjs';

process.exit((await runSteps(CHECKS)) > 0 ? 1 : 0);
