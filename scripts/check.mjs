/** `npm run check`: everything that can be said of the code without running it. */
import { runChecks } from './steps.mjs';

process.exit(runChecks() > 0 ? 1 : 0);
