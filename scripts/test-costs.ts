import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ESTree, parseAst } from 'vite';
import { isDeep, layerOf, listTestFiles, type TestLayer } from './test-files.ts';

const root = join(import.meta.dirname, '..');

/** What makes a test expensive, and the calls that do it. */
const EXPENSIVE_CALLS = {
  mounts: ['openAdmin', 'openSite'],
  'axe runs': ['expectAccessible', 'expectWellMade'],
  portals: ['openPortal', 'joinPortal', 'startPortal'],
  databases: ['openPortal', 'testDatabase'],
} as const;

export type Kind = keyof typeof EXPENSIVE_CALLS | 'tests';
export type Costs = Record<Kind, number>;

/** Counts what the test files of `npm test` cost, by layer and file. */
export function countAllCosts(): { file: string; layer: TestLayer; costs: Costs }[] {
  return listTestFiles()
    .filter((file) => !isDeep(file))
    .map((file) => ({
      file,
      layer: layerOf(file),
      costs: countCosts(readFileSync(join(root, file), 'utf8'), file.endsWith('x') ? 'tsx' : 'ts'),
    }));
}

type Node = ESTree.Node;

/**
 * Counts tests and expensive calls in the source of a test file as they run: a call in a function counts wherever the file
 * calls that function, one in `beforeEach` for each test, one in a loop or in `test.for` for each entry of a list that the
 * file spells out. Tests with the tag `deep` do not count.
 */
export function countCosts(source: string, lang: 'ts' | 'tsx' = 'ts'): Costs {
  const program = parseAst(source, { lang });
  const functions = new Map<string, Node>();
  const values = new Map<string, Node>();
  walk(program as Node, (node) => {
    if (node.type === 'FunctionDeclaration' && node.id) functions.set(node.id.name, node);
    if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier' || !node.init) return;
    (isFunction(node.init as Node) ? functions : values).set(node.id.name, node.init as Node);
  });
  const counting = new Set<string>();
  return scopeCosts([program as Node]);

  /** Costs of a file or a `describe`: what runs before each test counts for each test in it. */
  function scopeCosts(nodes: readonly Node[]): Costs {
    const before: Costs[] = [];
    const costs = costsOf(nodes, before);
    return before.reduce((sum, one) => add(sum, one, costs.tests), costs);
  }

  function costsOf(nodes: readonly Node[], before: Costs[]): Costs {
    return nodes.reduce((sum, node) => add(sum, costOf(node, before)), none);
  }

  function costOf(node: Node, before: Costs[]): Costs {
    if (node.type === 'CallExpression') return costOfCall(node, before);
    // A function costs something where it is called.
    if (node.type === 'FunctionDeclaration') return none;
    if (node.type === 'VariableDeclarator' && node.init && isFunction(node.init as Node)) return none;
    if (node.type === 'ForOfStatement')
      return add(none, costOf(node.body as Node, before), lengthOf(node.right as Node));
    return costsOf(childrenOf(node), before);
  }

  function costOfCall(node: ESTree.CallExpression, before: Costs[]): Costs {
    const { name, list } = readCallee(node.callee as Node);
    const times = list ? lengthOf(list) : 1;
    const given = node.arguments.map((argument) => argument as Node);
    if (hasDeepTag(given)) return none;
    if (name === 'describe') return add(none, scopeCosts(given), times);
    if (name === 'test' || name === 'it') {
      const each = costsOf(given.map(resolve), []);
      return add(none, { ...each, tests: each.tests + (given.length > 1 ? 1 : 0) }, times);
    }
    if (name === 'beforeEach' || name === 'afterEach') {
      before.push(costsOf(given.map(resolve), []));
      return none;
    }
    const costs = costsOf([node.callee as Node, ...given], before);
    const own = { ...none };
    for (const [kind, calls] of Object.entries(EXPENSIVE_CALLS))
      if ((calls as readonly string[]).includes(name)) own[kind as Kind] = 1;
    return add(add(costs, own), costOfFunction(name));
  }

  function costOfFunction(name: string): Costs {
    const body = functions.get(name);
    if (!body || counting.has(name)) return none;
    counting.add(name);
    const costs = costsOf(childrenOf(body), []);
    counting.delete(name);
    return costs;
  }

  function resolve(node: Node): Node {
    return (node.type === 'Identifier' && functions.get(node.name)) || node;
  }

  function lengthOf(node: Node | undefined): number {
    if (!node) return 1;
    if (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression')
      return lengthOf(node.expression as Node);
    if (node.type === 'ArrayExpression')
      return node.elements.reduce(
        (sum, entry) => sum + (entry?.type === 'SpreadElement' ? lengthOf(entry.argument as Node) : 1),
        0,
      );
    if (node.type === 'Identifier') return lengthOf(values.get(node.name));
    if (node.type === 'ObjectExpression') return node.properties.length;
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return 1;
    const { object, property } = node.callee;
    const method = property.type === 'Identifier' ? property.name : '';
    if (object.type === 'Identifier' && object.name === 'Object') return lengthOf(node.arguments[0] as Node);
    return ['map', 'filter', 'toSorted'].includes(method) ? lengthOf(object as Node) : 1;
  }
}

const none: Costs = { tests: 0, mounts: 0, 'axe runs': 0, portals: 0, databases: 0 };

const add = (a: Costs, b: Costs, times = 1): Costs =>
  Object.fromEntries(
    Object.entries(a).map(([kind, count]) => [kind, count + times * b[kind as Kind]]),
  ) as Costs;

const isFunction = (node: Node): boolean =>
  node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression';

/** Returns what is called: `test` for `test.for(list)(…)`, with its list. */
function readCallee(callee: Node): { name: string; list?: Node } {
  if (callee.type === 'Identifier') return { name: callee.name };
  if (callee.type === 'CallExpression') {
    const inner = callee.callee as Node;
    const list = callee.arguments[0] as Node | undefined;
    if (inner.type === 'MemberExpression' && inner.object.type === 'Identifier')
      return { name: inner.object.name, ...(list && { list }) };
    return { name: '' };
  }
  // `test.only(…)`, `test.describe(…)`: Playwright's group.
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') return { name: '' };
  const property = callee.property.type === 'Identifier' ? callee.property.name : '';
  const hooks = ['describe', 'beforeEach', 'afterEach', 'beforeAll', 'afterAll', 'use', 'step', 'configure'];
  if (callee.object.name !== 'test') return { name: callee.object.name === 'describe' ? 'describe' : '' };
  return { name: hooks.includes(property) ? property : property === 'skip' ? '' : 'test' };
}

/** Whether the options of a test or group have the tag that leaves it to `npm run test:deep`. */
const hasDeepTag = (given: readonly Node[]): boolean =>
  given.some(
    (argument) =>
      argument.type === 'ObjectExpression' &&
      argument.properties.some(
        (property) =>
          property.type === 'Property' &&
          property.key.type === 'Identifier' &&
          /^tags?$/.test(property.key.name) &&
          /\bdeep\b/.test(JSON.stringify(property.value)),
      ),
  );

function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value) =>
    (Array.isArray(value) ? value : [value]).filter((child) => typeof child?.type === 'string'),
  );
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const child of childrenOf(node)) walk(child, visit);
}
