import { ConfigError } from '#kernel/config.ts';
import type { Context } from '#kernel/context.ts';
import type { Core } from './core.ts';
import { type CommandName, usages } from './usages.ts';

/** Runs a command of the command line and resolves with its exit status. */
export type RunCommand = (args: string[], core: Core, ctx: Context) => Promise<number>;

export const usageError = (name: CommandName, hint = ''): ConfigError =>
  new ConfigError(`用法：${usages[name]}${hint}`);
