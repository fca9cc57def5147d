import { resolve } from 'node:path';
import { loadConfig } from '#kernel/config.ts';
import type { Context } from '#kernel/context.ts';
import type { House } from './house.ts';

/** A command of the command line; its answer is the exit status. */
export type Command = { usage: string; run: (args: string[], house: House, ctx: Context) => Promise<number> };

/** Relative paths are the caller's: npm runs us in the project's folder and says where it was called. */
export function callersPath(path: string): string {
  return resolve(loadConfig().callerDir, path);
}
