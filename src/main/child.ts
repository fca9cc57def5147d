import { runAsChild } from './as-child.ts';
import { type Role, startRole } from './roles.ts';

await runAsChild(() => startRole(process.argv[2] as Role));
