import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The version of the program, and the commit it was built from; null if neither a release nor Git says it. */
export type ProgramVersion = { version: string; commit: string | null };

const root = fileURLToPath(new URL('../..', import.meta.url));
let read: Promise<ProgramVersion> | undefined;

export function readProgramVersion(): Promise<ProgramVersion> {
  read ??= readRelease().catch(readCheckout);
  return read;
}

/** `scripts/release.mjs` writes this file into a release. */
const readRelease = async (): Promise<ProgramVersion> => readJson('release.json');

async function readCheckout(): Promise<ProgramVersion> {
  const { version } = await readJson('package.json');
  const commit = await promisify(execFile)('git', ['rev-parse', 'HEAD'], { cwd: root, timeout: 5000 }).then(
    ({ stdout }) => stdout.trim() || null,
    () => null,
  );
  return { version, commit };
}

const readJson = async (name: string): Promise<ProgramVersion> =>
  JSON.parse(await readFile(join(root, name), 'utf8'));
