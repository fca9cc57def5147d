import type { Schema } from '#testing/example.ts';

/** A call of the API, as its OpenAPI description defines it. */
export type Operation = {
  /** `GET /reception/isLogin` */
  key: string;
  method: string;
  path: string;
  /** `open`, `member`, `staff`, or the required permission. */
  access: string;
  query: Schema;
  body: Schema | null;
  /** The form field of the file, and its maximum size in bytes. */
  upload: { field: string; maxBytes: number } | null;
  /** The media type of a download. */
  binary: string | null;
  /** The response has no envelope. */
  isRaw: boolean;
};

export type Description = readonly Operation[];

type Content = Record<string, { schema: Schema }>;
type OpenApiOperation = {
  description?: string;
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Content };
  responses: { 200: { content: Content } };
};

/** Notices of payment gateways are not calls: another party signs them, and responses use its format. */
const isNotice = (path: string) => path.startsWith('/pay/notify/');

export function readDescription(document: unknown): Description {
  const { paths } = document as { paths: Record<string, Record<string, OpenApiOperation>> };
  return Object.entries(paths).flatMap(([path, item]) =>
    isNotice(path)
      ? []
      : Object.entries(item).map(([method, described]) => toOperation(method, path, described)),
  );
}

function toOperation(method: string, path: string, described: OpenApiOperation): Operation {
  const parameters = (described.parameters ?? []).filter((one) => one.in === 'query');
  const [type, answer] = Object.entries(described.responses[200].content)[0] ?? [];
  const form = described.requestBody?.content['multipart/form-data']?.schema;
  const file = Object.entries(form?.properties ?? {}).find(([, one]) => one.description?.includes('bytes'));
  const { [file?.[0] ?? '']: _, ...texts } = form?.properties ?? {};
  const isJson = type === 'application/json';
  return {
    key: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    access: accessOf(described.description ?? ''),
    query: {
      type: 'object',
      properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
      required: parameters.filter(({ required }) => required).map(({ name }) => name),
    },
    body: form
      ? { ...form, properties: texts }
      : (described.requestBody?.content['application/json']?.schema ?? null),
    upload: file
      ? { field: file[0], maxBytes: Number(/(\d+) bytes/.exec(file[1].description ?? '')?.[1]) }
      : null,
    binary: isJson ? null : (type ?? null),
    isRaw: isJson && !answer?.schema.properties?.success,
  };
}

const accessOf = (description: string): string =>
  /`(.+?)`/.exec(description)?.[1] ??
  (description.startsWith('Needs no session')
    ? 'open'
    : description.includes('of staff')
      ? 'staff'
      : 'member');
