/** `npm run check`: all static checks of the code. */
import { CHECKS, runSteps } from './steps.mjs';

process.exit((await runSteps(CHECKS)).length > 0 ? 1 : 0);
