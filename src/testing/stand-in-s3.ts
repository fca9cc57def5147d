import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { S3Settings } from '#kernel/storage/storage-place.ts';

/** An S3 bucket on this machine that requires valid signatures. */
export type StandInS3 = {
  settings: S3Settings;
  /** The stored objects by key. */
  objects: Map<string, Buffer>;
  /** The received requests: `PUT /bucket/key`. */
  requests: string[];
  /** Answers only 503 from now on. */
  fail(): void;
  /** Answers normally again. */
  recover(): void;
  /** Ignores conditions of writes until it recovers, as some services do. */
  ignoreConditions(): void;
  close(): Promise<void>;
};

type Bucket = {
  objects: Map<string, Buffer>;
  uploads: Map<string, Map<number, Buffer>>;
  hasConditions: boolean;
};

/**
 * Starts a stand-in for S3 with the operations that the file store and LanceDB need: put (also conditional and in
 * parts), get, range, head, delete (also of many) and list, in path style. It checks signatures (SigV4).
 */
export async function startStandInS3(): Promise<StandInS3> {
  const objects = new Map<string, Buffer>();
  const bucket: Bucket = { objects, uploads: new Map(), hasConditions: true };
  const requests: string[] = [];
  let isFailing = false;
  const keys = { accessKeyId: 'stand-in-id', secretAccessKey: 'stand-in-secret-key' };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    requests.push(`${request.method} ${request.url?.split('?')[0]}`);
    if (isFailing) return refuse(response, 503, 'SlowDown');
    if (!isSigned(request, body, keys)) return refuse(response, 403, 'SignatureDoesNotMatch');
    answer(bucket, request, response, body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    settings: { endpoint, region: 'cn-test-1', bucket: 'guanlan-files', ...keys, isPathStyle: true },
    objects,
    requests,
    fail: () => {
      isFailing = true;
    },
    recover: () => {
      isFailing = false;
      bucket.hasConditions = true;
    },
    ignoreConditions: () => {
      bucket.hasConditions = false;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function answer(
  stored: Bucket,
  { method, url = '', headers }: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
): ServerResponse {
  const { objects, uploads } = stored;
  const { pathname, searchParams } = new URL(url, 'http://s3.invalid');
  const [, bucket, ...rest] = pathname.split('/');
  const key = decodeURIComponent(rest.join('/'));
  if (bucket !== 'guanlan-files') return refuse(response, 404, 'NoSuchBucket');
  const uploadId = searchParams.get('uploadId');
  const isRefused = () => stored.hasConditions && headers['if-none-match'] === '*' && objects.has(key);
  if (method === 'POST' && searchParams.has('uploads')) {
    const id = `upload-${uploads.size + 1}`;
    uploads.set(id, new Map());
    return sendXml(response, 'InitiateMultipartUploadResult', `<UploadId>${id}</UploadId>`);
  }
  if (method === 'POST' && searchParams.has('delete')) {
    const keys = [...body.toString().matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, one = '']) => fromXml(one));
    for (const one of keys) objects.delete(one);
    const deleted = keys.map((one) => `<Deleted><Key>${toXml(one)}</Key></Deleted>`);
    return sendXml(response, 'DeleteResult', deleted.join(''));
  }
  if (uploadId !== null) {
    const parts = uploads.get(uploadId);
    if (!parts) return refuse(response, 404, 'NoSuchUpload');
    if (method === 'PUT') {
      parts.set(Number(searchParams.get('partNumber')), body);
      return response.writeHead(200, { etag: '"1"' }).end();
    }
    if (method === 'POST' && isRefused()) return refuse(response, 412, 'PreconditionFailed');
    uploads.delete(uploadId);
    if (method === 'DELETE') return response.writeHead(204).end();
    const numbers = [...parts.keys()].sort((one, two) => one - two);
    objects.set(key, Buffer.concat(numbers.map((number) => parts.get(number) ?? Buffer.alloc(0))));
    return sendXml(response, 'CompleteMultipartUploadResult', '<ETag>"1"</ETag>');
  }
  if (method === 'GET' && searchParams.get('list-type') === '2')
    return sendXml(response, 'ListBucketResult', listObjects(objects, searchParams));
  if (method === 'PUT') {
    if (isRefused()) return refuse(response, 412, 'PreconditionFailed');
    const source = headers['x-amz-copy-source'];
    const bytes = source ? objects.get(decodeURIComponent(`${source}`).replace(/^\/?[^/]+\//, '')) : body;
    if (!bytes) return refuse(response, 404, 'NoSuchKey');
    objects.set(key, bytes);
    if (source) return sendXml(response, 'CopyObjectResult', '<ETag>"1"</ETag>');
    return response.writeHead(200, { etag: '"1"' }).end();
  }
  if (method === 'DELETE') {
    objects.delete(key);
    return response.writeHead(204).end();
  }
  const bytes = objects.get(key);
  if (!bytes) return refuse(response, 404, 'NoSuchKey');
  const described = { etag: '"1"', 'last-modified': new Date(0).toUTCString() };
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? [];
  if (!headers.range)
    return response
      .writeHead(200, { ...described, 'content-length': bytes.length })
      .end(method === 'HEAD' ? '' : bytes);
  const from = first ? Number(first) : bytes.length - Number(last);
  const to = first && last ? Math.min(Number(last), bytes.length - 1) : bytes.length - 1;
  if (from >= bytes.length) return refuse(response, 416, 'InvalidRange');
  return response
    .writeHead(206, {
      ...described,
      'content-range': `bytes ${from}-${to}/${bytes.length}`,
      'content-length': to - from + 1,
    })
    .end(bytes.subarray(from, to + 1));
}

/** A page of keys after `start-after` or the last page, by prefix; a delimiter folds keys into common prefixes. */
function listObjects(objects: ReadonlyMap<string, Buffer>, query: URLSearchParams): string {
  const [prefix, delimiter] = [query.get('prefix') ?? '', query.get('delimiter')];
  const after = query.get('continuation-token') ?? query.get('start-after') ?? '';
  const max = Number(query.get('max-keys') ?? 1000);
  const entries = new Map<string, string>();
  for (const key of [...objects.keys()].filter((one) => one.startsWith(prefix)).sort()) {
    const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
    const entry = end < 0 ? key : key.slice(0, end + 1);
    const name = toXml(entry);
    const size = objects.get(key)?.length ?? 0;
    if (entry > after)
      entries.set(
        entry,
        end < 0
          ? `<Contents><Key>${name}</Key><LastModified>1970-01-01T00:00:00.000Z</LastModified><ETag>"1"</ETag><Size>${size}</Size></Contents>`
          : `<CommonPrefixes><Prefix>${name}</Prefix></CommonPrefixes>`,
      );
  }
  const shown = [...entries].slice(0, max);
  const last = shown.at(-1)?.[0] ?? '';
  const isTruncated = entries.size > shown.length;
  const next = isTruncated ? `<NextContinuationToken>${toXml(last)}</NextContinuationToken>` : '';
  const state = `<IsTruncated>${isTruncated}</IsTruncated>${next}`;
  return `<Name>guanlan-files</Name><Prefix>${toXml(prefix)}</Prefix><KeyCount>${shown.length}</KeyCount><MaxKeys>${max}</MaxKeys>${state}${shown.map(([, text]) => text).join('')}`;
}

const toXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const fromXml = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&amp;', '&');

function sendXml(response: ServerResponse, name: string, content: string): ServerResponse {
  return response
    .writeHead(200, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8"?><${name}>${content}</${name}>`);
}

function refuse(response: ServerResponse, status: number, code: string): ServerResponse {
  return response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>no</Message></Error>`);
}

/** Verifies AWS Signature Version 4, computed by Amazon's specification as the server would. */
function isSigned(
  { method = '', url = '', headers }: IncomingMessage,
  body: Buffer,
  { accessKeyId, secretAccessKey }: { accessKeyId: string; secretAccessKey: string },
): boolean {
  const [, credentialScope = '', signed = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  const [id, day = '', region = '', service = '', end = ''] = credentialScope.split('/');
  const content = String(headers['x-amz-content-sha256']);
  const isBodyRight = content === 'UNSIGNED-PAYLOAD' || content === sha256(body);
  if (id !== accessKeyId || !isBodyRight || !signed.split(';').includes('host')) return false;
  const { pathname, searchParams } = new URL(url, 'http://s3.invalid');
  const query = [...searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&');
  const lines = signed.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, pathname, query, lines.join(''), signed, content].join('\n');
  const toSign = [
    'AWS4-HMAC-SHA256',
    headers['x-amz-date'],
    [day, region, service, end].join('/'),
    sha256(canonical),
  ].join('\n');
  const key = [day, region, service, end].reduce<Buffer>(
    (held, part) => createHmac('sha256', held).update(part).digest(),
    Buffer.from(`AWS4${secretAccessKey}`),
  );
  return createHmac('sha256', key).update(toSign).digest('hex') === signature;
}

function sha256(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex');
}
