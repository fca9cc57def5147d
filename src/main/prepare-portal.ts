import { loadConfig, overrideSettings } from '#kernel/config.ts';
import { contextsOf, openCore } from './core.ts';
import { liveModeSettings } from './live-mode.ts';
import type { MachineRole } from './machine-role.ts';
import { migrateTenants } from './migrate-tenants.ts';
import { claimIndexes, prepareContent, requireLiveTenants, setupAddress, storeOwnBuild } from './prepare.ts';
import { siteAt } from './site-at.ts';

export type PreparePortalOptions = {
  databaseUrl: string;
  /** The port at which the portal will listen. */
  port: number;
  /** The process id of the supervisor. */
  pid: number;
  /** A machine without the worker neither loads the demo edition nor claims the search index. */
  role: MachineRole;
};

export type PreparedPortal = {
  /** The settings of the mode that the data are in, for all processes. */
  settings: Record<string, string>;
  /** What to show the operator once the portal is ready. */
  notices: string[];
};

/** The steps of a start that need the application. Each may be repeated. */
export const preparationTasks = { prepare: preparePortal, checkMode };

export type PreparationTasks = typeof preparationTasks;

/** @throws ConfigError if the portal cannot start with these settings and data */
async function preparePortal(
  { databaseUrl, port, pid, role }: PreparePortalOptions,
  log: (line: string) => void,
): Promise<PreparedPortal> {
  const given = loadConfig();
  await migrateTenants(given, databaseUrl, log);
  const settings = await liveModeSettings(given, databaseUrl);
  overrideSettings(settings);
  const config = loadConfig();
  const notices = await prepareContent(config, databaseUrl, { log, loadsDemo: role !== 'web' });
  if (config.isProduction && role !== 'worker') await storeOwnBuild(config, databaseUrl);
  if (role !== 'web') notices.push(...(await claimIndexes(config, databaseUrl, pid)));
  if (role === 'worker') return { settings, notices };
  const setup = await setupAddress(config, databaseUrl, siteAt(config, port));
  if (setup) notices.push(`还没有管理员，请打开这个地址完成首次设置（只能用一次，不要给别人）：\n  ${setup}`);
  return { settings, notices };
}

/** @throws ConfigError if a setting of the environment or of any tenant forbids the mode that the data are in */
async function checkMode({ databaseUrl }: Pick<PreparePortalOptions, 'databaseUrl'>): Promise<void> {
  const config = loadConfig(undefined, await liveModeSettings(loadConfig(), databaseUrl));
  if (config.siteMode !== 'live') return;
  const core = openCore(config, databaseUrl);
  try {
    await requireLiveTenants(contextsOf(core), config);
  } finally {
    await core.close();
  }
}
