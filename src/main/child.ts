import { runAsChild } from './as-child.ts';
import { type Role, startRole } from './roles.ts';

const [, , role, number] = process.argv;
await runAsChild(() => startRole(role as Role, Number(number)));
