import { runAsChild } from './as-child.ts';
import { startRole } from './roles.ts';

await runAsChild(() => startRole(process.argv[2] === 'web' ? 'web' : 'worker'));
