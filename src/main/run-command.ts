import type { FeatureCommand } from '#kernel/command.ts';
import { ConfigError, loadConfig, overrideSettings } from '#kernel/config.ts';
import { joinPostgres } from '#kernel/db/embedded/index.ts';
import { DatabaseUnavailable, DomainError } from '#kernel/errors.ts';
import { importFromFeature, type RunCommand, usageError } from './command.ts';
import { openCore } from './core.ts';
import { liveModeSettings } from './live-mode.ts';
import { migrateTenants } from './migrate-tenants.ts';
import { checkPortalKey } from './portal-key.ts';
import type { CommandName } from './usages.ts';

// The code of each command, and with it the features it uses, is loaded when the command runs.
const content = () => import('./content-commands.ts');
const site = () => import('./site-commands.ts');

const commands: Record<Exclude<CommandName, 'doctor'>, () => Promise<RunCommand>> = {
  import: async () => (await content()).importCommand,
  'member add': async () => (await content()).addMemberCommand,
  'columns import': async () => (await content()).importColumnsCommand,
  'search rebuild': async () => (await content()).rebuildSearchCommand,
  'stocks import': async () => (await content()).importStocksCommand,
  'contest import': () => commandOf('contest', 'importCommand', 'contest import'),
  'contest recompute': () => commandOf('contest', 'recomputeCommand', 'contest recompute'),
  export: async () => (await site()).exportCommand,
  'backup verify': async () => (await import('./backup-commands.ts')).verifyBackupCommand,
  backup: async () => (await site()).backupCommand,
  restore: async () => (await site()).restoreCommand,
  compare: async () => (await site()).compareCommand,
  'forget-secrets': async () => (await import('./portal-key.ts')).forgetSecretsCommand,
  leaks: async () => (await import('./leaks/command.ts')).leaksCommand,
};

/** Loads a command of a feature from its `commands.ts`. */
async function commandOf(feature: string, exported: string, name: CommandName): Promise<RunCommand> {
  const commands = await importFromFeature<Record<string, FeatureCommand>>(feature, 'commands.ts');
  const run = commands[exported];
  if (!run) throw new Error(`${feature} has no ${exported}`);
  return (args, _, ctx) => run(args, ctx, () => usageError(name));
}

/**
 * Runs a command and prints its error.
 * @returns the exit status
 */
export async function runCommand(name: CommandName, args: string[]): Promise<number> {
  try {
    // `doctor` diagnoses faults, so it cannot rely on the preparations of the other commands.
    if (name === 'doctor') return await (await import('./doctor.ts')).doctor();
    return await runWithDatabase(name, args);
  } catch (error) {
    const isKnown =
      // If the database is unavailable, the stack trace tells the operator why.
      (error instanceof DomainError && !(error instanceof DatabaseUnavailable)) ||
      error instanceof ConfigError ||
      (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
    console.error(isKnown ? (error as Error).message : error);
    return 1;
  }
}

async function runWithDatabase(name: keyof typeof commands, args: string[]): Promise<number> {
  const given = loadConfig();
  const joined = given.databaseUrl
    ? null
    : await joinPostgres({ dataDir: given.dataDir, log: (line) => console.error(line) });
  const connectionString = given.databaseUrl ?? joined?.connectionString ?? '';
  try {
    await migrateTenants(given, connectionString, (line) => console.error(line));
    overrideSettings(await liveModeSettings(given, connectionString));
    const config = loadConfig();
    const run = await commands[name]();
    const core = openCore(config, connectionString);
    try {
      await core.clock.sync(core.defaultTenant.db);
      if (name !== 'forget-secrets')
        for (const tenant of core.tenants.values()) await checkPortalKey(core.contextOf(tenant));
      return await run(args, core, core.contextOf(core.defaultTenant));
    } finally {
      await core.close();
    }
  } finally {
    await joined?.leave();
  }
}
