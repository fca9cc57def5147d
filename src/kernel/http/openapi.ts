import { z } from 'zod';
import type { Access, Call, UploadOptions } from './calls.ts';

type JsonSchema = { properties?: Record<string, unknown>; required?: string[] };

/**
 * Generates OpenAPI 3.1 from the schemas that validate the calls, so that the description matches the code. `others`:
 * the paths that are not calls, such as the notices of payment gateways; `events`: what the portal sends to webhooks.
 */
export function describeApi(
  calls: readonly Call[],
  info: { title: string; version: string; base: string },
  others: Readonly<Record<string, object>> = {},
  events: Readonly<Record<string, SentEvent>> = {},
): object {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const call of calls) {
    const item = paths[call.path] ?? {};
    paths[call.path] = { ...item, [call.method.toLowerCase()]: describeCall(call) };
  }
  return {
    openapi: '3.1.0',
    info: { title: info.title, version: info.version },
    servers: [{ url: info.base }],
    security: [{ client: [] }],
    paths: { ...paths, ...others },
    webhooks: Object.fromEntries(
      Object.entries(events).map(([type, event]) => [type, { post: describeEvent(type, event) }]),
    ),
    components: {
      securitySchemes: {
        client: {
          type: 'http',
          scheme: 'basic',
          description: "The fixed client credential of the readers' site, which is public.",
        },
        session: { type: 'apiKey', in: 'header', name: 'Blade-Auth', description: '`bearer <token>`' },
        key: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key (员工与角色 › 接口密钥), for staff calls within its scopes. It replaces client and session; 300 calls a minute.',
        },
      },
      parameters: {
        tenant: { name: 'Tenant-Id', in: 'header', schema: { type: 'string', default: '000000' } },
      },
    },
  };
}

function describeCall({ path, access, summary, query, body, data, raw, upload, binary }: Call): object {
  const answer = toSchema(data, 'output');
  return {
    summary,
    tags: [path.split('/').slice(1, 3).join('/')],
    description: accessNote(access),
    security: securityOf(access),
    parameters: [{ $ref: '#/components/parameters/tenant' }, ...parameters(query)],
    ...(upload
      ? {
          requestBody: {
            required: true,
            content: { 'multipart/form-data': { schema: formOf(upload, body) } },
          },
        }
      : body
        ? { requestBody: { content: { 'application/json': { schema: toSchema(body, 'input') } } } }
        : {}),
    responses: {
      200: {
        description: 'OK',
        content: binary
          ? { [binary]: { schema: { type: 'string', contentMediaType: binary } } }
          : { 'application/json': { schema: raw ? answer : envelope(answer) } },
      },
      default: {
        description: '失败：code 与 HTTP 状态相同，msg 为中文说明',
        content: { 'application/json': { schema: envelope({ type: 'null' }) } },
      },
    },
  };
}

/** Staff calls also take an API key; OpenAPI 3.1 lists the required roles of any scheme. */
const securityOf = (access: Access): object[] => [
  access === 'open' ? { client: [] } : { client: [], session: [] },
  ...(access === 'open' || access === 'member'
    ? []
    : [{ key: access === 'staff' ? [] : [access.permission] }]),
  ...(typeof access === 'object' && access.or ? [{ key: [access.or] }] : []),
];

/** An event that the portal sends to webhooks. `label` is its Chinese name. */
export type SentEvent = { label: string; data: z.ZodType };

const signatureHeaders = {
  'webhook-id': 'The id of the message, the same when it is sent again.',
  'webhook-timestamp': 'Seconds since the epoch.',
  'webhook-signature':
    '`v1,` and the base64 of HMAC-SHA256 over `<id>.<timestamp>.<body>` with the secret, which is base64 after `whsec_`.',
};

const describeEvent = (type: string, { label, data }: SentEvent): object => ({
  summary: label,
  description:
    'Sent by the Standard Webhooks convention (https://www.standardwebhooks.com). Any status from 200 to 299 within 10 seconds ' +
    'acknowledges it; otherwise it is sent again for a day. 410 switches the webhook off.',
  security: [],
  parameters: Object.entries(signatureHeaders).map(([name, description]) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  })),
  requestBody: {
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: {
            type: { const: type },
            timestamp: { type: 'string', format: 'date-time' },
            data: toSchema(data, 'output'),
          },
          required: ['type', 'timestamp', 'data'],
        },
      },
    },
  },
  responses: { '2XX': { description: 'Acknowledged.' } },
});

const accessNote = (access: Access): string =>
  access === 'open'
    ? 'Needs no session.'
    : access === 'member'
      ? 'Needs a session.'
      : access === 'staff'
        ? 'Needs a session of a member of staff.'
        : `Needs the permission \`${access.permission}\`${access.or ? ` or, for less, \`${access.or}\`` : ''}.`;

function parameters(query: z.ZodType | undefined): object[] {
  if (!query) return [];
  const { properties = {}, required = [] } = toSchema(query, 'input') as JsonSchema;
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

const toSchema = (schema: z.ZodType, io: 'input' | 'output'): object => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  });
  return rest;
};

/** Returns the schema of a multipart form. OpenAPI 3.1 describes a file as an octet stream without encoding. */
function formOf({ field, label, maxBytes }: UploadOptions, body: z.ZodType | undefined): object {
  const { properties = {}, required = [] } = (body ? toSchema(body, 'input') : {}) as JsonSchema;
  const file = {
    type: 'string',
    contentMediaType: 'application/octet-stream',
    description: `${label}, at most ${maxBytes} bytes.`,
  };
  return {
    type: 'object',
    properties: { [field]: file, ...properties },
    required: [field, ...required],
  };
}

const envelope = (data: object): object => ({
  type: 'object',
  properties: { code: { type: 'integer' }, success: { type: 'boolean' }, msg: { type: 'string' }, data },
  required: ['code', 'success', 'msg', 'data'],
});
