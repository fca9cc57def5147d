import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { features } from '#features/index.ts';
import type { Tenant } from '#kernel/context.ts';
import { provide } from '#kernel/feature.ts';
import type { Call } from '#kernel/http/calls.ts';
import { createServer } from '#kernel/http/server.ts';
import { bareSchema, childOf, labelOf, readInput } from '#shared/read-input.ts';

/*
 * Sends malformed values for every field of every call to a server with the real routes, whose calls do nothing. Every
 * refusal must be Chinese, name the field by its label, and contain no name of the API.
 */

type Place = { path: (string | number)[]; schema: z.core.$ZodType };

const services = new Proxy({}, { get: () => () => undefined });
const calls = features.flatMap((feature) => [
  ...(provide<object, readonly Call[]>(feature.routes as never, services) ?? []),
]);

let server: FastifyInstance;
beforeAll(() => {
  const tenant = { id: '000000' } as Tenant;
  server = createServer({
    calls: calls.map((call) => ({
      ...call,
      access: 'open' as const,
      upload: undefined,
      binary: undefined,
      limit: undefined,
      run: () => null,
    })),
    apiBase: '/api',
    apiClient: 'guanlan:guanlan',
    tenants: new Map([['000000', tenant]]),
    defaultTenant: tenant,
    events: {} as never,
    log: pino({ level: 'silent' }),
    trustProxy: 0,
    uploadFolder: '',
    resolveKey: async () => ({ kind: 'visitor' }),
    resolveActor: async () =>
      ({ kind: 'member', id: '1', sessionId: '1', permissions: new Set(['*']) }) as never,
  });
});
afterAll(() => server.close());

const keyOf = ({ method, path }: Call) => `${method} ${path}`;

/** Lists the fields of an input at any depth, each with a path that leads to it. */
function fieldsOf(schema: z.core.$ZodType | undefined, path: (string | number)[] = []): Place[] {
  if (!schema) return [];
  const { def } = bareSchema(schema)._zod;
  if (def.type === 'object')
    return Object.entries(def.shape).flatMap(([name, child]) => [
      { path: [...path, name], schema: child },
      ...fieldsOf(child, [...path, name]),
    ]);
  if (def.type === 'array') return fieldsOf(def.element, [...path, 0]);
  if (def.type === 'union') return def.options.flatMap((option) => fieldsOf(option, path));
  return [];
}

/** Names of the API that a message must not contain; a short or real word can be part of a value or a unit. */
function namesOf(schema: z.core.$ZodType | undefined): string[] {
  const allowed = /^(?:id|url|vip|rss|as|at|to|by|on)$/i;
  return fieldsOf(schema)
    .map(({ path }) => String(path.at(-1)))
    .filter((name) => !allowed.test(name));
}

/** Lists every value that an enum or literal of the input accepts; messages say what they mean instead. */
function valuesOf(schema: z.core.$ZodType | undefined): Set<string> {
  const text = schema
    ? JSON.stringify(z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' }))
    : '';
  const enums = [...text.matchAll(/"(?:enum|const)":(\[[^\]]*\]|"[^"]*")/g)].flatMap(([, list]) =>
    [JSON.parse(list ?? '[]')].flat().map(String),
  );
  return new Set(enums);
}

test('every field of every call has a label', () => {
  const unlabelled = calls.flatMap((call) =>
    [call.query, call.body].flatMap((schema) =>
      fieldsOf(schema)
        .filter(
          ({ schema: field }) =>
            !/\p{Script=Han}|^(?:AccessKey|App(?:ID|Secret)|VIP$)/u.test(labelOf(field) ?? ''),
        )
        .map(({ path }) => `${keyOf(call)} ${path.join('.')}`),
    ),
  );
  expect([...new Set(unlabelled)]).toEqual([]);
});

test('every choice of a call is offered in Chinese', () => {
  const unnamed = calls.flatMap((call) =>
    [call.query, call.body].flatMap((schema) =>
      fieldsOf(schema).flatMap(({ path, schema: field }) => {
        const { def } = bareSchema(field)._zod;
        if (def.type !== 'enum') return [];
        const message = readInput(z.object({ field: field as z.ZodType }), { field: 'nonsense' }).faults?.[0]
          .message;
        const values = new Set(Object.values(def.entries).map(String));
        const isNamed = message?.includes('可用：') && !identifiers(message).some((word) => values.has(word));
        return isNamed ? [] : [`${keyOf(call)} ${path.join('.')}: ${message}`];
      }),
    ),
  );
  expect([...new Set(unnamed)]).toEqual([]);
});

const malformed: [what: string, value: unknown][] = [
  ['missing', undefined],
  ['null', null],
  ['an object', { nested: { deeply: [1] } }],
  ['a list', ['甲', '乙', { nested: true }]],
  ['a list in a list', [['甲'], ['乙']]],
  ['a fraction', -1.5],
  ['a word', 'nonsense'],
  ['an empty text', ''],
  ['too long', 'x'.repeat(20_000)],
  ['a boolean', true],
];

/** All of them in the deep run, else three, others for each field. */
const valuesFor = (index: number) =>
  inject('isDeep') ? malformed : malformed.filter((_, at) => (at + index) % 3 === 0);

/** What a flag accepts, and proper names. */
const allowedWords = new Set(['true', 'false', 'IndexNow']);

const identifiers = (message: string): string[] => message.match(/[A-Za-z_][\w.]*/g) ?? [];

test('refuses malformed values with a Chinese message that names the field by its label', async () => {
  const faults: string[] = [];
  let refusals = 0;
  for (const call of calls) {
    for (const [part, schema] of [
      ['query', call.query],
      ['body', call.body],
    ] as const) {
      const forbidden = new Set(namesOf(schema));
      const values = valuesOf(schema);
      for (const [index, { path }] of fieldsOf(schema).entries())
        for (const [what, value] of valuesFor(index)) {
          const input = nest(path, value);
          const { status, msg, refused } = await send(call, part, input);
          if (status === 200) continue;
          refusals += 1;
          const where = `${keyOf(call)} ${path.join('.')} ${what}: ${status} ${msg}`;
          const leaked = identifiers(msg).filter(
            (word) => !allowedWords.has(word) && (forbidden.has(word) || values.has(word)),
          );
          if (status !== 400 || !/\p{Script=Han}/u.test(msg) || leaked.length > 0) faults.push(where);
          const label = labelAt(schema, refused, input);
          if (refused !== '' && (label === undefined || !msg.includes(label)))
            faults.push(`${where} [${refused}]`);
        }
    }
  }
  expect(faults).toEqual([]);
  expect(refusals).toBeGreaterThan(1500);
}, 300_000);

/** Returns the label of the field that a refusal is about, or of the field it is a part of. */
function labelAt(schema: z.core.$ZodType | undefined, path: string, input: unknown): string | undefined {
  let place = schema;
  let value = input;
  let label: string | undefined;
  for (const key of path.split('.')) {
    place = place && childOf(place, key, value);
    value = (value as Record<string, unknown> | null | undefined)?.[key];
    label = (place && labelOf(place)) ?? label;
  }
  return label;
}

const nest = (path: readonly (string | number)[], value: unknown): unknown =>
  path.reduceRight<unknown>((inner, key) => (typeof key === 'number' ? [inner] : { [key]: inner }), value);

async function send(call: Call, part: 'query' | 'body', input: unknown) {
  const search =
    part === 'query'
      ? new URLSearchParams(
          Object.entries(input as object).flatMap(([name, value]) =>
            value === undefined ? [] : [value].flat().map((one) => [name, String(one)]),
          ),
        )
      : '';
  const response = await server.inject({
    method: call.method,
    url: `/api${call.path}?${search}`,
    headers: {
      authorization: `Basic ${Buffer.from('guanlan:guanlan').toString('base64')}`,
      'blade-auth': 'bearer x',
    },
    ...(part === 'body' && { payload: input as object }),
  });
  const { msg = '', field = '' } = (response.json() ?? {}) as { msg?: string; field?: string };
  return { status: response.statusCode, msg, refused: field };
}
