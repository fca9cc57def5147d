import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Checks out and builds the version that the cluster runs before its upgrade.
 * @param from a commit; by default the last tag before the present version
 * @returns the root of the checkout
 */
export async function prepareProgram(
  present: string,
  from: string | undefined,
  folder: string,
  log: (line: string) => void,
): Promise<string> {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: present, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
  const commit = from ?? lastTag(git);
  const program = join(folder, 'older');
  log(`building ${commit} for the upgrade …`);
  git('clone', '--quiet', '--shared', '--no-checkout', present, program);
  execFileSync('git', ['checkout', '--quiet', git('rev-parse', commit)], { cwd: program });
  // The same dependencies, unless its lockfile differs; then they are installed.
  if (git('diff', '--name-only', commit, '--', 'package-lock.json') === '')
    cpSync(join(present, 'node_modules'), join(program, 'node_modules'), { recursive: true });
  execFileSync('npm', ['run', 'build'], { cwd: program, stdio: ['ignore', 'ignore', 'inherit'] });
  return program;
}

/** @throws if there is none */
function lastTag(git: (...args: string[]) => string): string {
  try {
    return git('describe', '--tags', '--abbrev=0', 'HEAD~1');
  } catch {
    throw new Error('no version is tagged: name the older commit by --from');
  }
}
