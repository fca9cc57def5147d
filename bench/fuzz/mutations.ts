import fc from 'fast-check';
import type { Schema } from '#testing/example.ts';
import type { Operation } from './description.ts';
import type { HttpRequest } from './send.ts';
import type { Baseline } from './setups/setup.ts';
import { type Role, roles } from './world.ts';

/** Placeholder for any id that occurs in baselines, including another person's. */
type KnownId = { knownId: number };

/**
 * A change to a baseline. It is generated independently of the baseline, so that the same seed does the same to the ids
 * of another run: positions are numbers taken modulo the length, and ids are selected by number.
 */
export type Mutation =
  | { kind: 'set'; place: number; value: unknown }
  | { kind: 'fit'; place: number; value: unknown }
  | { kind: 'remove'; place: number }
  | { kind: 'extra'; in: 'query' | 'body'; name: string; value: unknown }
  | { kind: 'whole body'; value: unknown }
  | { kind: 'twice'; place: number; value: unknown }
  | { kind: 'nested name'; place: number; value: unknown }
  | { kind: 'role'; role: Role }
  | { kind: 'header'; name: string; value: string }
  | { kind: 'no header'; name: string }
  | { kind: 'content type'; type: string | null }
  | { kind: 'bytes'; bytes: number[] }
  | { kind: 'cut'; share: number }
  | { kind: 'file'; name: string; type: string; bytes: number[] }
  | { kind: 'no file' }
  | { kind: 'raw head'; lines: string };

const big = '9'.repeat(40);
const hostileTexts = [
  '',
  ' ',
  '0',
  '-1',
  '1e309',
  'NaN',
  'null',
  'undefined',
  'true',
  '9223372036854775807',
  '9223372036854775808',
  '-9223372036854775809',
  '18446744073709551616',
  '0x10',
  '１２３',
  '1 ',
  '1.5',
  big,
  '1;select 1',
  "' or 1=1 --",
  "'; drop table members; --",
  '%',
  '_%_',
  '\\',
  '#{7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<p'.repeat(500),
  '<a href="javascript:alert(1)">x</a>',
  '<table><tr><td colspan=99999999>',
  '](javascript:alert(1))',
  '../../../../etc/passwd',
  '..\\..\\windows',
  'file:///etc/passwd',
  'http://127.0.0.1:1/',
  'http://[::1]/',
  'http://169.254.169.254/latest',
  'https://user:pass@example.cn:99999/',
  '//evil.example',
  '/\\evil.example',
  'data:text/html,x',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '𠮷'.repeat(50),
  '𠮷野家',
  '👨‍👩‍👧‍👦',
  '🇨🇳🏳️‍🌈',
  '\u202eabc\u202d',
  '\u2066x\u2069',
  '\ufeff',
  '\ufffd',
  '\u200b\u200d\u2060',
  'ﷺ'.repeat(100),
  'e\u0301'.repeat(200),
  `Z${'\u0301'.repeat(300)}`,
  '全角ＡＢＣ　空格',
  'İıſK',
  '\r\nSet-Cookie: x=1',
  '\t\n\v\f',
  'a'.repeat(201),
  '长'.repeat(5001),
  'x'.repeat(70_000),
  '2026-02-30',
  '2026-13-01T00:00:00Z',
  '0000-00-00',
  '9999-12-31T23:59:59Z',
  '+275760-09-13T00:00:00.000Z',
  '-271821-04-20T00:00:00.000Z',
  '1969-12-31T23:59:59Z',
  '2026-11-23T00:00:00+14:00',
  '2026-11-23T00:00:00.123456789Z',
  '24:00',
  '99:99',
  'post:1',
  'plan:1',
  'post:999999999999999999',
  'eyJpZCI6MX0',
  '__proto__',
  'constructor',
  'toString',
  '[object Object]',
  '*',
  '(a+)+$',
  `${'a'.repeat(40)}!`,
  '"unbalanced',
  '股票 AND OR NOT',
  '👍'.repeat(1000),
];

const otherValues = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  -0.0001,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  1e308,
  -1e308,
  5e-324,
  [],
  {},
  [[]],
  [null],
  ['1', '1'],
  Array(101).fill('1'),
  Array(2000).fill('1'),
  { id: '1' },
  { $ne: null },
  { toString: 'x' },
  { length: 1e9 },
  nest(30),
  nest(400),
];

function nest(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 ? { a: value } : [value];
  return value;
}

const knownId: fc.Arbitrary<KnownId> = fc.record({ knownId: fc.nat() });

const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom<unknown>(...hostileTexts) },
  { weight: 4, arbitrary: fc.constantFrom<unknown>(...otherValues) },
  { weight: 4, arbitrary: knownId },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  { weight: 1, arbitrary: fc.bigInt().map(String) },
  { weight: 1, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.integer() },
  { weight: 1, arbitrary: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
);

/** Generates a value that the schema allows, mostly at its bounds and sometimes just beyond. */
export function fittingValue(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map(fittingValue));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'string') return fittingText(schema);
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (type === 'integer' || type === 'number') {
    const { minimum = -1000, maximum = 1000 } = schema;
    return fc.constantFrom(minimum - 1, minimum, minimum + 1, 1, maximum - 1, maximum, maximum + 1);
  }
  if (type === 'array') {
    const { maxItems = 10 } = schema;
    return fc
      .tuple(
        fittingValue(schema.items ?? {}),
        fc.constantFrom(0, 1, 2, Math.min(maxItems, 200), Math.min(maxItems + 1, 201)),
      )
      .map(([item, length]) => Array(length).fill(item));
  }
  if (type === 'object') {
    const fields = Object.entries(schema.properties ?? {});
    return fc.record(Object.fromEntries(fields.map(([name, one]) => [name, fittingValue(one)])), {
      requiredKeys: schema.required ?? [],
    });
  }
  return hostileValue;
}

function fittingText({ maxLength = 60, pattern }: Schema): fc.Arbitrary<unknown> {
  const length = Math.min(maxLength, 30_000);
  const usual: fc.Arbitrary<unknown>[] = [
    fc.constantFrom(
      '1',
      '2026-11-20',
      '2026-11-20T08:00:00+08:00',
      '一段文字',
      'abc',
      'true',
      '<p>正文</p>',
      '/x',
    ),
    fc.constantFrom('长', '𠮷', '👍', 'a').map((one) => one.repeat(Math.floor(length / one.length))),
    fc.constant('x'.repeat(length + 1)),
    fc.string({ unit: 'grapheme', maxLength: Math.min(length, 200) }),
    knownId,
  ];
  if (pattern) usual.push(fc.stringMatching(safePattern(pattern), { maxLength: Math.min(length, 100) }));
  return fc.oneof(...usual);
}

/** fast-check supports a subset of patterns; for others this returns a meaningless one. */
function safePattern(pattern: string): RegExp {
  try {
    const expression = new RegExp(pattern);
    fc.sample(fc.stringMatching(expression), 1);
    return expression;
  } catch {
    return /^x$/;
  }
}

const fieldNames = [
  '__proto__',
  'constructor',
  'id',
  'ids',
  'isAdmin',
  'memberId',
  'role',
  'tenantId',
  'state',
  'x'.repeat(300),
  '',
  '长',
  'a[b]',
  'id[]',
];
const contentTypes = [
  null,
  'text/plain',
  'application/xml',
  'application/json; charset=utf-16',
  'application/json;;',
  'APPLICATION/JSON',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=x',
  'a',
  '/',
  'application/json, text/plain',
];
const rawBodies = [
  '',
  '{',
  '{"id":1,}',
  '[1',
  'null',
  '"text"',
  '123',
  '\ufeff{}',
  '{"a":1}{"b":2}',
  "{'id':'1'}",
  '{"id":"1","id":"2"}',
  '{"__proto__":{"x":1}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"id":NaN}',
  `{"id":${big}}`,
  '{"id":1e999}',
  '{"id":"\\ud800"}',
  '['.repeat(5000),
  '{"a":'.repeat(2000),
  'id=1&id=2&a%00b=%FF',
  '%',
].map((text) => [...Buffer.from(text)]);
const headers: [string, string][] = [
  ['tenant-id', '999999'],
  ['tenant-id', '000000,100001'],
  ['tenant-id', '100001'],
  ['tenant-id', "'; drop"],
  ['tenant-id', 'x'.repeat(3000)],
  ['authorization', 'Basic x'],
  ['authorization', 'Bearer abc'],
  ['authorization', ''],
  ['blade-auth', ''],
  ['blade-auth', 'bearer'],
  ['blade-auth', 'bearer nobody'],
  ['blade-auth', `bearer ${'x'.repeat(5000)}`],
  ['blade-auth', 'bearer \u00ff\u00fe'],
  ['cookie', 'XSRF-TOKEN=;;;=x'],
  ['cookie', `a=${'b'.repeat(6000)}`],
  ['accept', 'text/html'],
  ['accept-encoding', 'br;q=x, gzip'],
  ['accept-language', 'x'.repeat(2000)],
  ['if-none-match', '*'],
  ['if-modified-since', 'nonsense'],
  ['range', 'bytes=0-0,5-1'],
  ['x-forwarded-for', '1.2.3.4, ::1, x'],
  ['x-forwarded-host', 'evil.example'],
  ['forwarded', 'for="[::1]";host=evil'],
  ['user-agent', ''],
  ['user-agent', '\u00ff'.repeat(500)],
  ['origin', 'https://evil.example'],
  ['content-encoding', 'gzip'],
  ['content-language', '\u00ff'],
  ['x-http-method-override', 'DELETE'],
  ['host', 'evil.example'],
];
const rawHeads = [
  'x: \u0000',
  'x y: z',
  ': empty',
  'tenant-id: 000000\r\ntenant-id: 100001',
  'blade-auth: bearer a\r\nblade-auth: bearer b',
  'authorization: Basic a\r\nauthorization: Basic b',
  'content-length: -1',
  'content-length: 5\r\ntransfer-encoding: chunked',
  'transfer-encoding: gzip, chunked',
  'expect: 200-ok',
  `x: ${'y'.repeat(140_000)}`,
  Array.from({ length: 2100 }, (_, at) => `x${at}: y`).join('\r\n'),
];
const fileNames: [string, string][] = [
  ['', ''],
  ['a.png', 'image/png'],
  ['a.svg', 'image/svg+xml'],
  ['../../x.png', 'image/png'],
  ['长'.repeat(200), 'text/plain'],
  ['a.csv', 'text/csv'],
  ['a.zip', 'application/zip'],
  ['a.gif', 'image/gif'],
  ['a.pdf', 'application/pdf'],
];
const heads = [
  '',
  '\x89PNG\r\n\x1a\n',
  'GIF89a',
  '\xff\xd8\xff\xe0',
  '%PDF-1.7',
  'PK\x03\x04',
  '<svg xmlns="http://www.w3.org/2000/svg">',
  'a,b,c\n1,2\n',
  '\xff\xfea\x00',
  'RIFF....WEBP',
  '---\ntitle: [\n---\n',
  '{"a":',
];

/** Generates one to three mutations of a call's requests, mostly of its declared input. */
export function mutationsOf(operation: Operation): fc.Arbitrary<Mutation[]> {
  const schemas = [...listFields('query', operation.query), ...listFields('body', operation.body ?? {})].map(
    ({ schema }) => schema,
  );
  const place = fc.nat(10_000);
  const fittingMutation: fc.Arbitrary<Mutation> =
    schemas.length === 0
      ? fc.record({
          kind: fc.constant('extra' as const),
          in: requestPart,
          name: fc.constantFrom(...fieldNames),
          value: hostileValue,
        })
      : fc.oneof(
          ...schemas.map((schema, at) =>
            fittingValue(schema).map((value): Mutation => ({ kind: 'fit', place: at, value })),
          ),
        );
  const usual: fc.WeightedArbitrary<Mutation>[] = [
    { weight: 10, arbitrary: fc.record({ kind: fc.constant('set' as const), place, value: hostileValue }) },
    { weight: 8, arbitrary: fittingMutation },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), place }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('extra' as const),
        in: requestPart,
        name: fc.constantFrom(...fieldNames),
        value: hostileValue,
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('whole body' as const), value: hostileValue }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('twice' as const), place, value: hostileValue }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('nested name' as const), place, value: hostileValue }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('role' as const), role: fc.constantFrom(...roles) }),
    },
    {
      weight: 2,
      arbitrary: fc
        .constantFrom(...headers)
        .map(([name, value]): Mutation => ({ kind: 'header', name, value })),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('no header' as const),
        name: fc.constantFrom('authorization', 'tenant-id', 'blade-auth'),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('content type' as const),
        type: fc.constantFrom(...contentTypes),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('bytes' as const), bytes: fc.constantFrom(...rawBodies) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('cut' as const), share: fc.nat(99) }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('raw head' as const), lines: fc.constantFrom(...rawHeads) }),
    },
  ];
  if (operation.upload)
    usual.push(
      {
        weight: 8,
        arbitrary: fc
          .tuple(fc.constantFrom(...fileNames), fc.constantFrom(...heads), fc.uint8Array({ maxLength: 2000 }))
          .map(
            ([[name, type], head, rest]): Mutation => ({
              kind: 'file',
              name,
              type,
              bytes: [...Buffer.from(head, 'latin1'), ...rest],
            }),
          ),
      },
      { weight: 1, arbitrary: fc.constant<Mutation>({ kind: 'no file' }) },
    );
  return fc.array(fc.oneof(...usual), { minLength: 1, maxLength: 3 });
}

const requestPart = fc.constantFrom('query' as const, 'body' as const);

type SchemaField = { path: string[]; schema: Schema };

/** Lists every field of a schema, including nested ones. */
export function listFields(root: 'query' | 'body', schema: Schema, path: string[] = [root]): SchemaField[] {
  const variants = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return variants.flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([name, one]) => {
      const fieldPath = [...path, name];
      return [{ path: fieldPath, schema: one }, ...listFields(root, one, fieldPath)];
    }),
  );
}

/** Applies mutations to a baseline, before it is serialised. */
export function mutate(
  operation: Operation,
  baseline: Baseline,
  mutations: readonly Mutation[],
  ids: readonly string[],
): Baseline {
  const request = structuredClone({ query: baseline.query ?? {}, body: baseline.body }) as {
    query: Record<string, unknown>;
    body: unknown;
  };
  const mutated: Baseline = { ...baseline };
  const allFields = [...listFields('query', operation.query), ...listFields('body', operation.body ?? {})];
  const resolveIds = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolveIds);
    if (typeof value !== 'object' || value === null) return value;
    if ('knownId' in value) return ids[Number(value.knownId) % Math.max(1, ids.length)] ?? '1';
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, resolveIds(one)]));
  };
  for (const mutation of mutations) {
    const field = 'place' in mutation ? allFields[mutation.place % Math.max(1, allFields.length)] : undefined;
    if (mutation.kind === 'set' || mutation.kind === 'fit') {
      if (field) setAt(request, field.path, resolveIds(mutation.value));
    } else if (mutation.kind === 'remove') {
      if (field) setAt(request, field.path, undefined);
    } else if (mutation.kind === 'extra')
      setAt(request, [mutation.in, mutation.name], resolveIds(mutation.value));
    else if (mutation.kind === 'whole body') request.body = resolveIds(mutation.value);
    else if (mutation.kind === 'twice') {
      if (field?.path[0] === 'query') {
        const [, name = ''] = field.path;
        request.query[name] = [request.query[name], resolveIds(mutation.value)];
      }
    } else if (mutation.kind === 'nested name') {
      if (field?.path[0] === 'query') {
        const [, name = ''] = field.path;
        request.query[`${name}[${mutation.place % 3 ? '' : 'x'}]`] = resolveIds(mutation.value);
      }
    } else if (mutation.kind === 'role') mutated.as = mutation.role;
    else if (mutation.kind === 'file')
      mutated.file = { name: mutation.name, type: mutation.type, bytes: Buffer.from(mutation.bytes) };
    else if (mutation.kind === 'no file') delete mutated.file;
  }
  return { ...mutated, query: request.query, ...(request.body === undefined ? {} : { body: request.body }) };
}

function setAt(root: object, path: readonly string[], value: unknown): void {
  const [name = '', ...rest] = path;
  const parent = root as Record<string, unknown>;
  if (rest.length === 0) {
    if (value === undefined) delete parent[name];
    else Object.defineProperty(parent, name, { value, enumerable: true, writable: true, configurable: true });
    return;
  }
  if (typeof parent[name] !== 'object' || parent[name] === null || Array.isArray(parent[name]))
    parent[name] = {};
  setAt(parent[name] as object, rest, value);
}

/** Applies mutations to the serialised request. */
export const mutateHttpRequest = (httpRequest: HttpRequest, mutations: readonly Mutation[]): HttpRequest =>
  mutations.reduce(applyMutation, httpRequest);

function applyMutation(httpRequest: HttpRequest, mutation: Mutation): HttpRequest {
  const { headers, content } = httpRequest;
  switch (mutation.kind) {
    case 'header':
      return { ...httpRequest, headers: { ...headers, [mutation.name]: mutation.value } };
    case 'no header': {
      const { [mutation.name]: _, ...rest } = headers;
      return { ...httpRequest, headers: rest };
    }
    case 'content type':
      return { ...httpRequest, content: { type: mutation.type, bytes: content?.bytes ?? Buffer.from('{}') } };
    case 'bytes':
      return {
        ...httpRequest,
        content: { type: content?.type ?? 'application/json', bytes: Buffer.from(mutation.bytes) },
      };
    case 'cut': {
      if (!content) return httpRequest;
      const { type, bytes } = content;
      return {
        ...httpRequest,
        content: { type, bytes: bytes.subarray(0, (bytes.length * mutation.share) / 100) },
      };
    }
    case 'raw head':
      return { ...httpRequest, rawHead: mutation.lines };
    default:
      return httpRequest;
  }
}
