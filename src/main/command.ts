import { resolve } from 'node:path';
import { ConfigError, loadConfig } from '#kernel/config.ts';
import type { Context } from '#kernel/context.ts';
import type { Core } from './core.ts';
import { type CommandName, usages } from './usages.ts';

/** Runs a command of the command line; its answer is the exit status. */
export type RunCommand = (args: string[], core: Core, ctx: Context) => Promise<number>;

/** Relative paths are the caller's: npm runs us in the project's folder and says where it was called. */
export function callersPath(path: string): string {
  return resolve(loadConfig().callerDir, path);
}

/** The error for arguments that a command does not take. */
export const wrongUsage = (name: CommandName, hint = ''): ConfigError =>
  new ConfigError(`用法：${usages[name]}${hint}`);
