import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The project's folder. */
export const root = join(import.meta.dirname, '..');
const indexFile = 'src/features/index.ts';

/** The features that no other needs, as `src/features/index.ts` lists them. */
export const leaves = [
  ...(/leaves = \[([^\]]*)\]/.exec(readFileSync(join(root, indexFile), 'utf8'))?.[1] ?? '').matchAll(
    /'([^']+)'/g,
  ),
].map(([, name = '']) => name);

/**
 * Copies the project to a folder without these features: without their folders and their lines in `src/features/index.ts`.
 * `isLeftOut` leaves out further files of `src`, by their path in the project.
 */
export function copyWithout(
  features: readonly string[],
  folder: string,
  isLeftOut: (path: string) => boolean = () => false,
): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const folders = features.map((feature) => `src/features/${feature}`);
  cpSync(join(root, 'src'), join(folder, 'src'), {
    recursive: true,
    filter: (source) => {
      const path = source.slice(root.length + 1).replaceAll('\\', '/');
      return !folders.includes(path) && !isLeftOut(path);
    },
  });
  for (const name of ['package.json', 'tsconfig.json']) cpSync(join(root, name), join(folder, name));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const list = readFileSync(join(root, indexFile), 'utf8');
  writeFileSync(
    join(folder, indexFile),
    features.reduce((text, feature) => withoutFeature(text, feature), list),
  );
}

function withoutFeature(list: string, feature: string): string {
  const name = feature.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return list
    .replace(`import { feature as ${name} } from './${feature}/index.ts';\n`, '')
    .replace(new RegExp(`^  ${name},\\n`, 'm'), '')
    .replace(new RegExp(`^  '${feature}',\\n`, 'm'), '');
}
