import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileStore } from './files.ts';
import { contentDigits, isOwn, keyOf, ownDigits } from './names.ts';
import { newPrivateKey, type PrivateFiles, privatePath } from './private-files.ts';

type Sdk = typeof import('@aws-sdk/client-s3');

const require = createRequire(import.meta.url);

/** A bucket. `endpoint` is the provider's address without a slash at its end; path style is what MinIO speaks. */
export type S3Settings = {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  isPathStyle: boolean;
};

/** A file on its way to a reader, or the part of it they asked for. */
export type S3Stream = {
  body: Readable;
  length: number;
  /** `bytes 0-9/100`, of a part. */
  range: string | undefined;
};

/** Files in a bucket, under the names that the disk would give them. Deleting and keeping may be repeated. */
export type S3Files = Omit<FileStore, 'root'> & {
  readonly private: PrivateFiles;
  /** Opens a file, or the `range` of it that its reader asked for; null when there is none. @throws what S3 says */
  open(tenantId: string, address: string, range?: string): Promise<S3Stream | null>;
  close(): void;
};

/** Files in the bucket of these settings; nothing is asked of it before the first file. */
export function openS3Files(settings: S3Settings): S3Files {
  const { bucket: Bucket } = settings;
  let opened: ReturnType<typeof openClient> | undefined;
  const s3 = () => {
    opened ??= openClient(settings);
    return opened;
  };
  const put = async (Key: string, Body: Uint8Array | Readable, ContentLength: number) => {
    const { client, PutObjectCommand } = s3();
    await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentLength }));
    return `/files/${Key}`;
  };
  const keyAs = (tenantId: string, hex: string, name: string) =>
    `${tenantId}/${hex.slice(0, 2)}/${hex.slice(2)}${extname(name).toLowerCase()}`;
  const openKey = async (Key: string | null, Range?: string): Promise<S3Stream | null> => {
    if (!Key) return null;
    const { client, GetObjectCommand } = s3();
    const answer = await client
      .send(new GetObjectCommand({ Bucket, Key, ...(Range ? { Range } : {}) }))
      .catch(ifMissing);
    if (!answer?.Body) return null;
    return {
      body: answer.Body as Readable,
      length: answer.ContentLength ?? 0,
      range: answer.ContentRange,
    };
  };
  const open: S3Files['open'] = (tenantId, address, range) => openKey(keyOf(tenantId, address), range);
  const putFrom = async (key: string, path: string) => {
    const address = await put(key, createReadStream(path), (await stat(path)).size);
    await rm(path, { force: true });
    return address;
  };
  const dropKey = async (Key: string | null) => {
    if (!Key) return;
    const { client, DeleteObjectCommand } = s3();
    await client.send(new DeleteObjectCommand({ Bucket, Key }));
  };
  return {
    keep: (tenantId, bytes, name) => {
      const hex = createHash('sha256').update(bytes).digest('hex').slice(0, contentDigits);
      return put(keyAs(tenantId, hex, name), bytes, bytes.byteLength);
    },
    keepOwn: (tenantId, bytes, name) =>
      put(keyAs(tenantId, randomBytes(ownDigits / 2).toString('hex'), name), bytes, bytes.byteLength),
    async keepFrom(tenantId, path, name) {
      const hash = createHash('sha256');
      await pipeline(createReadStream(path), hash);
      const key = keyAs(tenantId, hash.digest('hex').slice(0, ownDigits), name);
      return putFrom(key, path);
    },
    open,
    async read(tenantId, address) {
      const file = await open(tenantId, address);
      if (!file) return null;
      const chunks: Buffer[] = [];
      for await (const chunk of file.body) chunks.push(chunk as Buffer);
      return Buffer.concat(chunks);
    },
    async drop(tenantId, address) {
      if (isOwn(address)) await dropKey(keyOf(tenantId, address));
    },
    private: {
      async take(tenantId, path, name) {
        const key = newPrivateKey(name);
        await putFrom(privatePath(tenantId, key) ?? '', path);
        return key;
      },
      open: async (tenantId, key) => (await openKey(privatePath(tenantId, key)))?.body ?? null,
      drop: (tenantId, key) => dropKey(privatePath(tenantId, key)),
    },
    close: () => opened?.client.destroy(),
  };
}

// Half a second of loading, which a portal on its own disk need not spend.
function openClient({ endpoint, region, accessKeyId, secretAccessKey, isPathStyle }: S3Settings) {
  const sdk = require('@aws-sdk/client-s3') as Sdk;
  const client = new sdk.S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: isPathStyle,
    // Newer checksums are Amazon's own; other providers refuse them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 5000, requestTimeout: 30_000 },
  });
  return { ...sdk, client };
}

function ifMissing(error: { $metadata?: { httpStatusCode?: number } }): null {
  if (error.$metadata?.httpStatusCode === 404) return null;
  throw error;
}
