import { parseArgs } from 'node:util';
import { type Config, ConfigError } from '#kernel/config.ts';

/** What a machine runs: web processes and the worker, or only one of the two beside other machines. */
export type MachineRole = (typeof machineRoles)[number];

const machineRoles = ['all', 'web', 'worker'] as const;

/**
 * Reads `--role web|worker|all` from the arguments of `npm start`.
 * @throws ConfigError for other arguments, and for a part of a portal without the database that its machines share
 */
export function readMachineRole(
  args: readonly string[],
  { databaseUrl, isProduction }: Pick<Config, 'databaseUrl' | 'isProduction'>,
): MachineRole {
  const given = readRole(args);
  const role = machineRoles.find((one) => one === given);
  if (!role)
    throw new ConfigError(
      `没有 ${given} 这种角色。--role 可以是 web（只运行网页进程）、worker（只运行后台任务）或 all（两者，默认）。`,
    );
  if (role === 'all') return role;
  if (!isProduction) throw new ConfigError('--role 只用于 npm start，npm run dev 总是运行整个门户。');
  if (!databaseUrl)
    throw new ConfigError(
      `--role ${role} 需要 DATABASE_URL：自带的 PostgreSQL 只供一台机器使用。请设置各台机器共用的数据库。`,
    );
  return role;
}

function readRole(args: readonly string[]): string {
  try {
    const { values } = parseArgs({ args: [...args], options: { role: { type: 'string', default: 'all' } } });
    return values.role;
  } catch {
    throw new ConfigError(`看不懂参数 ${args.join(' ')}。用法：npm start -- [--role web|worker|all]`);
  }
}
