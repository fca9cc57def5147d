/**
 * Import rules (docs/ARCHITECTURE.md). Every rule is an error; there are no warnings. TypeScript 7 has no API that
 * dependency-cruiser can use, so it parses with swc, which also sees type-only imports.
 */

const { readFileSync } = require('node:fs');

/** From low to high: a feature may import the features before it. */
const FEATURE_INDEX = readFileSync(`${__dirname}/src/features/index.ts`, 'utf8');
const FEATURES = FEATURE_INDEX.match(/features = \[([^\]]*)\]/)[1]
  .split(/[\s,]+/)
  .filter(Boolean)
  // `savedViews` stands for the folder `saved-views`.
  .map((name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));

/** Features that can be deleted. */
const LEAVES = [...(FEATURE_INDEX.match(/leaves = \[([^\]]*)\]/)?.[1] ?? '').matchAll(/'([^']+)'/g)].map(
  ([, name]) => name,
);

const TESTS = '\\.test\\.tsx?$';
const SCHEMA = '^src/features/.+schema\\.ts$';
/** The screens of a feature: those of the back office, and the pages of the site. */
const SCREENS = '^src/features/[^/]+/(admin|web)/';
const BROWSER = '^src/(web|admin|client|ui|features/[^/]+/(admin|web))/';
const CORE = { dependencyTypes: ['core'] };
const anyOf = (names) => `(${names.join('|')})`;

/** One rule per feature: it may import neither features above it nor unlisted ones. */
const order = FEATURES.map((feature, index) => ({
  name: `${feature}-imports-lower-features-only`,
  comment: 'Features import only the features below them; they notify the others by events.',
  severity: 'error',
  from: { path: `^src/features/${feature}/`, pathNot: SCREENS },
  to: { path: '^src/features/', pathNot: `^src/features/${anyOf(FEATURES.slice(0, index + 1))}/` },
}));

/** One rule per leaf: only tests and the list of features know it. */
const leaves = LEAVES.map((leaf) => ({
  name: `${leaf}-is-a-leaf`,
  comment: 'No other feature and no part of the program needs it, so that it can be deleted.',
  severity: 'error',
  from: {
    path: '^src/',
    pathNot: [TESTS, `^src/features/(${leaf}/|index\\.ts$)`, '^src/testing/'],
  },
  to: { path: `^src/features/${leaf}/` },
}));

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Merge files that need each other, or extract what they share.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'An unresolved import would pass every other rule.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'shared-is-pure',
      comment: 'shared/ runs anywhere: it imports only itself, and does no I/O.',
      severity: 'error',
      from: { path: '^src/shared/', pathNot: TESTS },
      to: { path: '^(src|db|scripts)/', pathNot: '^src/shared/' },
    },
    {
      name: 'shared-has-no-node',
      comment: 'Only the segmenter needs Node; browsers load everything else.',
      severity: 'error',
      from: { path: '^src/shared/', pathNot: [TESTS, '^src/shared/text/segment'] },
      to: CORE,
    },
    {
      name: 'kernel-knows-no-feature',
      comment: 'The kernel serves every feature, so it depends on none.',
      severity: 'error',
      from: { path: '^src/kernel/', pathNot: TESTS },
      to: { path: '^src/', pathNot: '^src/(kernel|scale|shared)/' },
    },
    {
      name: 'features-stay-on-the-server',
      comment:
        'Features are server code composed by main: they import neither main nor any screen. So is scale/.',
      severity: 'error',
      from: { path: '^src/(features|scale)/', pathNot: [TESTS, SCREENS] },
      to: { path: ['^src/(?!features/|kernel/|scale/|shared/)', SCREENS] },
    },
    {
      name: 'screens-are-private',
      comment:
        'Screens of features are found by globs; what several show belongs in admin/parts or web/parts.',
      severity: 'error',
      from: { path: '^src/(?:features/([^/]+)/(admin|web)|admin|web)/', pathNot: TESTS },
      to: { path: SCREENS, pathNot: '^src/features/$1/$2/' },
    },
    {
      name: 'feature-internals-are-private',
      comment: 'Only index, events and schemas of a feature are public; other files are private.',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/', pathNot: SCREENS },
      to: {
        path: '^src/features/',
        pathNot: ['^src/features/$1/', '^src/features/[^/]+/(index|events)\\.ts$', SCHEMA, SCREENS],
      },
    },
    ...order,
    ...leaves,
    {
      name: 'scale-is-loaded-on-demand',
      comment:
        'A portal of one machine loads none of scale/: its callers import it dynamically, if its setting is there.',
      severity: 'error',
      from: { path: '^src/', pathNot: [TESTS, '^src/scale/'] },
      to: { path: '^src/scale/', dependencyTypesNot: ['dynamic-import'] },
    },
    {
      name: 'features-are-listed',
      comment: 'A new feature must be added to the list in features/index.ts.',
      severity: 'error',
      from: { path: '^src/features/[^/]+/', pathNot: `^src/features/${anyOf(FEATURES)}/` },
      to: {},
    },
    {
      name: 'main-uses-public-files',
      comment: 'The composition roots import every feature, but only its public files.',
      severity: 'error',
      from: { path: '^src/main/', pathNot: TESTS },
      to: {
        path: '^src/features/',
        pathNot: ['^src/features/(index|calls|[^/]+/(index|checks|events))\\.ts$', SCHEMA],
      },
    },
    {
      name: 'main-is-not-imported',
      comment: 'The composition roots are entry points, not a library.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/(main|testing)/', TESTS] },
      to: { path: '^src/main/' },
    },
    {
      name: 'schemas-are-types-elsewhere',
      comment:
        "Other code imports only types of a schema, so that its values stay in the feature and zod on the server. The back office's forms are the exception: they validate with the schemas.",
      severity: 'error',
      from: {
        path: '^src/(features/([^/]+)/|)',
        pathNot: ['^src/admin/', '^src/features/[^/]+/admin/', '^src/testing/browser/sample-', SCHEMA, TESTS],
      },
      to: { path: SCHEMA, pathNot: '^src/features/$2/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'schemas-run-in-browsers',
      comment: 'The back office validates with the schemas of calls, so they must not load server code.',
      severity: 'error',
      // The settings form is generated from data and leaves validation to the server.
      from: { path: SCHEMA, pathNot: [TESTS, '^src/features/settings/'] },
      to: {
        path: '^src/',
        pathNot: [
          SCHEMA,
          '^src/shared/',
          '^src/kernel/(http/(bodies|inputs|paging)|setting-schemas)\\.ts$',
          '^src/features/identity/sign-in/phones\\.ts$',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'browser-sees-types-only',
      comment:
        'A page makes calls through client/. Of a feature it imports only the types of calls and schemas.',
      severity: 'error',
      from: { path: BROWSER, pathNot: TESTS },
      to: {
        path: '^src/',
        pathNot: ['^src/(web|admin|client|ui|shared)/', '^src/features/calls\\.ts$', SCHEMA, SCREENS],
      },
    },
    {
      name: 'calls-are-types',
      comment: 'features/calls.ts derives types from all features; importing its values would load them all.',
      severity: 'error',
      from: {},
      to: { path: '^src/features/calls\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'browser-has-no-node',
      comment: "Node's modules do not exist in a browser.",
      severity: 'error',
      from: { path: BROWSER, pathNot: TESTS },
      to: CORE,
    },
    {
      name: 'browser-does-not-segment',
      comment:
        "jieba's dictionary takes 5 MB, so words are segmented on the server. Browsers may load everything else in shared/.",
      severity: 'error',
      from: {
        path: [BROWSER, '^src/shared/'],
        pathNot: [TESTS, '^src/shared/text/segment'],
      },
      to: { path: '^src/shared/text/segment' },
    },
    ...['web', 'admin'].map((room) => ({
      name: `${room}-is-separate`,
      comment: 'The site and the back office are built separately; shared code belongs in ui/ or client/.',
      severity: 'error',
      from: { path: anyOf([`^src/${room}/`, `^src/features/[^/]+/${room}/`]) },
      to: {
        path: anyOf(['^src/(web|admin)/', SCREENS]),
        pathNot: anyOf([`^src/${room}/`, `^src/features/[^/]+/${room}/`]),
      },
    })),
    {
      name: 'client-has-no-ui',
      comment: 'client/ makes the API calls; it does not depend on any screen.',
      severity: 'error',
      from: { path: '^src/client/', pathNot: TESTS },
      to: { path: ['^src/(web|admin|ui)/', SCREENS] },
    },
    {
      name: 'ui-fetches-no-data',
      comment: 'Components receive their data as props; of client/ they may import only the constants.',
      severity: 'error',
      from: { path: '^src/ui/', pathNot: TESTS },
      to: {
        path: ['^src/(web|admin|client|features)/', '^node_modules/axios/'],
        pathNot: '^src/client/constants\\.ts$',
      },
    },
    {
      name: 'sql-stays-in-queries',
      comment: 'Every SQL statement of a feature is in its queries.ts; kernel/db opens the pools.',
      severity: 'error',
      from: {
        path: '^(src|e2e)/',
        pathNot: [
          TESTS,
          '^src/features/[^/]+/[a-z/-]*queries\\.ts$',
          '^src/kernel/db/',
          '^src/(main|scale|testing)/',
        ],
      },
      to: { path: '^node_modules/(kysely|pg|@types/pg)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'sql-types-stay-in-queries',
      comment: 'Types of the query builder stay in queries.ts; rows have types of their own.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [TESTS, '^src/features/[^/]+/[a-z/-]*queries\\.ts$', '^src/(kernel|main|scale|testing)/'],
      },
      to: { path: '^node_modules/(kysely|pg|@types/pg)/' },
    },
    {
      name: 'gateways-behind-payments',
      comment: "Payments and refunds go through the payments feature, which hides the gateways' SDKs.",
      severity: 'error',
      from: { path: '^(src|e2e|bench)/', pathNot: ['^src/features/payments/', '^src/kernel/fetch/.*test'] },
      to: { path: '^node_modules/(alipay-sdk|wechatpay-axios-plugin|wechatpay[^/]*)/' },
    },
    {
      name: 'testing-in-tests-only',
      comment: 'Test builders and stand-ins must not reach production.',
      severity: 'error',
      from: { path: '^src/', pathNot: [TESTS, '^src/testing/'] },
      to: { path: '^src/testing/' },
    },
    {
      name: 'production-has-no-test-tools',
      comment: 'Development packages are not installed in production.',
      severity: 'error',
      from: { path: '^src/', pathNot: [TESTS, '^src/testing/'] },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: '^node_modules/@types/',
      },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: '^node_modules/' },
    exclude: { path: '\\.(css|svg|png|webp|jpg)$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.d.ts'],
    },
    // The diagram of `npm run draw`.
    reporterOptions: {
      archi: {
        collapsePattern: '^src/(features/[^/]+|[^/]+)',
        filters: { includeOnly: { path: '^src/' }, exclude: { path: '^src/testing/|\\.test\\.' } },
        theme: {
          replace: true,
          graph: {
            splines: 'true',
            nodesep: '0.3',
            compound: 'true',
            bgcolor: '#ffffff',
            fontname: 'Helvetica',
          },
          node: { shape: 'box', style: 'rounded,filled', fillcolor: '#fbf8f1', fontname: 'Helvetica' },
          edge: { color: '#8a8271', arrowsize: '0.6' },
          // Everything imports these two; in full colour, their arrows would hide the others.
          dependencies: [
            { criteria: { resolved: '^src/(kernel|shared)' }, attributes: { color: '#d9d2c3' } },
          ],
        },
      },
    },
  },
};
