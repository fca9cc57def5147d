import type { Operation } from './description.ts';
import { defaultHeaders } from './portal.ts';
import type { HttpRequest } from './send.ts';
import type { Baseline, SentFile } from './setups/setup.ts';

/** Serialises a baseline, mutated or not. */
export function toHttpRequest(
  operation: Operation,
  { query = {}, body, file, headers = {} }: Baseline,
  token: string | null,
): HttpRequest {
  return {
    method: operation.method,
    path: `/api${operation.path}`,
    query: Object.entries(query).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((one) => [name, textOf(one)] as const),
    ),
    headers: {
      ...defaultHeaders,
      ...(token === null ? {} : { 'blade-auth': `bearer ${token}` }),
      ...headers,
    },
    content: operation.upload
      ? toFormContent(operation.upload.field, file, body)
      : body === undefined
        ? null
        : { type: 'application/json', bytes: Buffer.from(JSON.stringify(body)) },
  };
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));

const boundary = '----guanlan-fuzz-7f3a';

function toFormContent(field: string, file: SentFile | undefined, texts: unknown): HttpRequest['content'] {
  const parts: Buffer[] = [];
  const fields = typeof texts === 'object' && texts !== null ? Object.entries(texts) : [];
  for (const [name, value] of fields)
    parts.push(
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${textOf(value)}\r\n`,
      ),
    );
  if (file)
    parts.push(
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${file.name}"\r\nContent-Type: ${file.type}\r\n\r\n`,
      ),
      file.bytes,
      Buffer.from('\r\n'),
    );
  parts.push(Buffer.from(`--${boundary}--\r\n`));
  return { type: `multipart/form-data; boundary=${boundary}`, bytes: Buffer.concat(parts) };
}
