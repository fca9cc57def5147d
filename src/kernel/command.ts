import { resolve } from 'node:path';
import { type ConfigError, loadConfig } from './config.ts';
import type { Context } from './context.ts';

/**
 * A command of a feature on the command line; resolves with its exit status. `usageError` creates the error for wrong
 * arguments.
 */
export type FeatureCommand = (args: string[], ctx: Context, usageError: () => ConfigError) => Promise<number>;

/**
 * Resolves a path against the folder the operator called from, because npm runs the program in the project's folder.
 */
export function callersPath(path: string): string {
  return resolve(loadConfig().callerDir, path);
}
