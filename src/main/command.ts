import { existsSync } from 'node:fs';
import { ConfigError } from '#kernel/config.ts';
import type { Context } from '#kernel/context.ts';
import type { Core } from './core.ts';
import { type CommandName, usages } from './usages.ts';

/** Runs a command of the command line and resolves with its exit status. */
export type RunCommand = (args: string[], core: Core, ctx: Context) => Promise<number>;

export const usageError = (name: CommandName, hint = ''): ConfigError =>
  new ConfigError(`用法：${usages[name]}${hint}`);

/**
 * Loads a file of a feature by its name, so that the program does not need the feature.
 * @throws ConfigError without the feature
 */
export async function importFromFeature<M>(feature: string, file: string): Promise<M> {
  const url = new URL(`../features/${feature}/${file}`, import.meta.url);
  if (!existsSync(url)) throw new ConfigError(`这个门户没有功能 ${feature}`);
  return (await import(url.href)) as M;
}
