/** Draws docs/imports.svg: how folders and features import each other. The style is in .dependency-cruiser.cjs. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Graphviz } from '@hpcc-js/wasm-graphviz';
import { root } from './set-up/root.mjs';
import { tool } from './steps.mjs';

const args = ['src', '--config', '.dependency-cruiser.cjs', '--output-type', 'archi'];
const picture = execFileSync(tool('depcruise'), args, { cwd: root, encoding: 'utf8' });
writeFileSync(join(root, 'docs', 'imports.svg'), (await Graphviz.load()).dot(picture));
