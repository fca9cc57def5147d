import { resolve } from 'node:path';
import { ConfigError, loadConfig } from '#kernel/config.ts';
import type { Context } from '#kernel/context.ts';
import type { Core } from './core.ts';
import { type CommandName, usages } from './usages.ts';

/** Runs a command of the command line and resolves with its exit status. */
export type RunCommand = (args: string[], core: Core, ctx: Context) => Promise<number>;

/**
 * Resolves a path against the folder the operator called from, because npm runs the program in the project's folder.
 */
export function callersPath(path: string): string {
  return resolve(loadConfig().callerDir, path);
}

export const usageError = (name: CommandName, hint = ''): ConfigError =>
  new ConfigError(`用法：${usages[name]}${hint}`);
