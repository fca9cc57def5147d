/**
 * The house's rules about who may import whom (docs/ARCHITECTURE.md). Every rule is an error; none warns.
 * TypeScript 7 has no API that dependency-cruiser reads, so it parses with swc, which sees type-only imports too.
 */

const { readFileSync } = require('node:fs');

/** Low to high: a feature may import those before it. */
const FEATURES = readFileSync(`${__dirname}/src/features/index.ts`, 'utf8')
  .match(/features = \[([^\]]*)\]/)[1]
  .split(/[\s,]+/)
  .filter(Boolean)
  // `savedViews` stands for the folder `saved-views`.
  .map((name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));

const TESTS = '\\.test\\.tsx?$';
const SCHEMA = '^src/features/.+schema\\.ts$';
const BROWSER = '^src/(web|admin|client|ui)/';
const CORE = { dependencyTypes: ['core'] };
const anyOf = (names) => `(${names.join('|')})`;

/** One rule a feature: it knows neither those above it nor one that the list does not have. */
const order = FEATURES.map((feature, place) => ({
  name: `${feature}-looks-down-only`,
  comment: 'Features import the features below them; news travels up as events.',
  severity: 'error',
  from: { path: `^src/features/${feature}/` },
  to: { path: '^src/features/', pathNot: `^src/features/${anyOf(FEATURES.slice(0, place + 1))}/` },
}));

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one file, or miss a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'An import that is not found would pass every other rule.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'shared-is-pure',
      comment: 'shared/ runs anywhere: it imports nothing of the house but itself, and no I/O.',
      severity: 'error',
      from: { path: '^src/shared/', pathNot: TESTS },
      to: { path: '^(src|db|scripts)/', pathNot: '^src/shared/' },
    },
    {
      name: 'shared-has-no-node',
      comment: 'Only the segmenter needs the machine; browsers load everything else.',
      severity: 'error',
      from: { path: '^src/shared/', pathNot: [TESTS, '^src/shared/text/segment'] },
      to: CORE,
    },
    {
      name: 'kernel-knows-no-feature',
      comment: 'Machinery that knew a feature could not serve the next one.',
      severity: 'error',
      from: { path: '^src/kernel/', pathNot: TESTS },
      to: { path: '^src/', pathNot: '^src/(kernel|shared)/' },
    },
    {
      name: 'features-stay-on-the-server',
      comment: 'A feature is composed by main; it knows neither who composes it nor what is drawn of it.',
      severity: 'error',
      from: { path: '^src/features/', pathNot: TESTS },
      to: { path: '^src/', pathNot: '^src/(features|kernel|shared)/' },
    },
    {
      name: 'features-have-doors',
      comment: 'What is not in index, events or a schema is private to the feature.',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/' },
      to: {
        path: '^src/features/',
        pathNot: ['^src/features/$1/', '^src/features/[^/]+/(index|events)\\.ts$', SCHEMA],
      },
    },
    ...order,
    {
      name: 'features-are-listed',
      comment: 'A new feature gets its place in the order above.',
      severity: 'error',
      from: { path: '^src/features/[^/]+/', pathNot: `^src/features/${anyOf(FEATURES)}/` },
      to: {},
    },
    {
      name: 'main-uses-doors',
      comment: 'The composition roots see every feature, but only its door.',
      severity: 'error',
      from: { path: '^src/main/', pathNot: TESTS },
      to: {
        path: '^src/features/',
        pathNot: ['^src/features/(index|[^/]+/(index|checks|events))\\.ts$', SCHEMA],
      },
    },
    {
      name: 'nobody-imports-main',
      comment: 'Composition roots are where the program begins, not a library.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/(main|testing)/', TESTS] },
      to: { path: '^src/main/' },
    },
    {
      name: 'schemas-are-types-elsewhere',
      comment: 'Others take the types of a schema; its values stay in the feature, and zod on the server.',
      severity: 'error',
      from: { path: '^src/(features/([^/]+)/|)' },
      to: { path: SCHEMA, pathNot: '^src/features/$2/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'browser-sees-types-only',
      comment:
        'A page asks through client/, typed by the routes: of a feature it sees the types of calls and schemas.',
      severity: 'error',
      from: { path: BROWSER, pathNot: TESTS },
      to: {
        path: '^src/',
        pathNot: ['^src/(web|admin|client|ui|shared)/', '^src/features/calls\\.ts$', SCHEMA],
      },
    },
    {
      name: 'calls-are-types',
      comment: 'features/calls.ts derives types from all features, which must not be loaded with it.',
      severity: 'error',
      from: {},
      to: { path: '^src/features/calls\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'browser-has-no-node',
      comment: 'Nothing of Node exists in a browser.',
      severity: 'error',
      from: { path: BROWSER, pathNot: TESTS },
      to: CORE,
    },
    {
      name: 'browser-does-not-segment',
      comment:
        "jieba's dictionary weighs 5 MB; words are segmented on the server. Browsers load all else of shared/.",
      severity: 'error',
      from: {
        path: '^src/(web|admin|client|ui|shared)/',
        pathNot: [TESTS, '^src/shared/text/segment'],
      },
      to: { path: '^src/shared/text/segment' },
    },
    {
      name: 'web-and-admin-are-strangers',
      comment: 'They ship apart; what both need lives in ui/ or client/.',
      severity: 'error',
      from: { path: '^src/(web|admin)/' },
      to: { path: '^src/(web|admin)/', pathNot: '^src/$1/' },
    },
    {
      name: 'client-draws-nothing',
      comment: 'client/ is the rules of asking; it knows no screen.',
      severity: 'error',
      from: { path: '^src/client/', pathNot: TESTS },
      to: { path: '^src/(web|admin|ui)/' },
    },
    {
      name: 'ui-fetches-nothing',
      comment:
        'Components are given what they show; of client/ they know the numbers of the interface alone.',
      severity: 'error',
      from: { path: '^src/ui/', pathNot: TESTS },
      to: {
        path: ['^src/(web|admin|client|features)/', '^node_modules/axios/'],
        pathNot: '^src/client/constants\\.ts$',
      },
    },
    {
      name: 'sql-stays-in-queries',
      comment: 'Every statement of a feature is in its queries.ts; kernel/db opens the pools.',
      severity: 'error',
      from: {
        path: '^(src|e2e)/',
        pathNot: [
          TESTS,
          '^src/features/[^/]+/[a-z/-]*queries\\.ts$',
          '^src/kernel/db/',
          '^src/(main|testing)/',
        ],
      },
      to: { path: '^node_modules/(kysely|pg|@types/pg)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'sql-types-stay-below',
      comment: 'Even the types of the query builder end at queries.ts; a row has a type of its own.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [TESTS, '^src/features/[^/]+/[a-z/-]*queries\\.ts$', '^src/(kernel|main|testing)/'],
      },
      to: { path: '^node_modules/(kysely|pg|@types/pg)/' },
    },
    {
      name: 'gateways-behind-payments',
      comment: "Whoever pays or refunds asks payments; a gateway's words end there.",
      severity: 'error',
      from: { path: '^(src|e2e|bench)/', pathNot: ['^src/features/payments/', '^src/kernel/fetch/.*test'] },
      to: { path: '^node_modules/(alipay-sdk|wechatpay-axios-plugin|wechatpay[^/]*)/' },
    },
    {
      name: 'testing-in-tests-only',
      comment: 'Builders and stand-ins never reach production.',
      severity: 'error',
      from: { path: '^src/', pathNot: [TESTS, '^src/testing/'] },
      to: { path: '^src/testing/' },
    },
    {
      name: 'production-has-no-test-tools',
      comment: 'What only the tests install is absent where the portal runs.',
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
    // The picture of npm run draw.
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
          // Everybody uses these two; drawn in full those arrows would hide the rest.
          dependencies: [
            { criteria: { resolved: '^src/(kernel|shared)' }, attributes: { color: '#d9d2c3' } },
          ],
        },
      },
    },
  },
};
