/**
 * Draws docs/imports.svg: the rooms and features as they import each other today, kernel and shared at the
 * bottom. Needs Graphviz (`dot`). Run: npm run draw
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './set-up/root.mjs';

const target = join(root, 'docs', 'imports.svg');
const FILLS = {
  main: '#f3e3df',
  feature: '#fbf8f1',
  web: '#e7eef3',
  admin: '#e7eef3',
  ui: '#e7eef3',
  client: '#e7eef3',
  kernel: '#ece8df',
  shared: '#ece8df',
};

const edges = countEdges(cruise());
const features = listFeatures().filter((feature) =>
  [...edges.keys()].some((edge) => edge.split(' ').includes(feature)),
);
const svg = spawnSync('dot', ['-Tsvg'], { input: drawing(), encoding: 'utf8' });
if (svg.error) throw new Error('Graphviz is missing: apt-get install graphviz');
writeFileSync(target, svg.stdout);
console.log(`${target}: ${edges.size} arrows`);

function cruise() {
  const depcruise = join(root, 'node_modules', '.bin', 'depcruise');
  const args = ['src', '--config', '.dependency-cruiser.cjs', '--output-type', 'json'];
  const { stdout, stderr } = spawnSync(depcruise, args, { cwd: root, encoding: 'utf8', maxBuffer: 1e9 });
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout).modules;
}

/** How many imports lead from one room or feature into another; tests and what only they use are left out. */
function countEdges(modules) {
  const counts = new Map();
  for (const { source, dependencies } of modules) {
    const from = placeOf(source);
    if (!from || source.includes('.test.')) continue;
    for (const { resolved } of dependencies) {
      const to = placeOf(resolved);
      if (!to || from === to) continue;
      counts.set(`${from} ${to}`, (counts.get(`${from} ${to}`) ?? 0) + 1);
    }
  }
  return counts;
}

function placeOf(file) {
  const [, room, feature] = /^src\/([^/]+)\/(?:([^/]+)\/)?/.exec(file) ?? [];
  if (room === 'testing') return undefined;
  return room === 'features' ? feature : room;
}

function listFeatures() {
  const rules = readFileSync(join(root, 'src/features/index.ts'), 'utf8');
  const [, list] = /features = \[([^\]]*)\]/.exec(rules);
  return list.match(/\w+/g);
}

function drawing() {
  const node = (name) => {
    const fill = FILLS[name] ?? FILLS.feature;
    return `"${name}" [fillcolor="${fill}"${fill === FILLS.feature ? '' : ' penwidth=1.4'}]`;
  };
  const rank = (kind, ...names) => `{ rank=${kind}; ${names.map((name) => `${node(name)};`).join(' ')} }`;
  const arrows = [...edges].map(([edge, count]) => {
    const [from, to] = edge.split(' ');
    // Everybody stands on kernel and shared; drawn in full those arrows would hide the rest.
    const isGround = to === 'kernel' || to === 'shared';
    const look = isGround
      ? 'color="#d9d2c3" arrowsize=0.5'
      : `color="#8a8271" penwidth=${Math.min(2.4, 0.7 + count / 8)}`;
    return `"${from}" -> "${to}" [${look}];`;
  });
  return `digraph house {
    rankdir=TB; nodesep=0.28; ranksep=0.55; splines=true; bgcolor="#ffffff"; pad=0.3;
    node [shape=box style="filled,rounded" fontname="Helvetica" fontsize=12 color="#6b6455" margin="0.14,0.07"];
    edge [arrowsize=0.6];
    ${rank('min', 'main')}
    ${features.map((feature) => `${node(feature)};`).join('\n')}
    ${['web', 'admin', 'client', 'ui']
      .filter((room) => [...edges.keys()].some((edge) => edge.split(' ').includes(room)))
      .map((room) => `${node(room)};`)
      .join('\n')}
    ${rank('same', 'kernel')}
    ${rank('max', 'shared')}
    ${arrows.join('\n    ')}
  }`;
}
