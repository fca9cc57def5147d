import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { contentDigits, isDeletable, keyOf, ownDigits } from '#kernel/storage/file-addresses.ts';
import type { S3Files, S3Stream } from '#kernel/storage/files.ts';
import { newPrivateKey, privatePath } from '#kernel/storage/private-files.ts';
import type { S3Settings } from '#kernel/storage/storage-place.ts';

type Sdk = typeof import('@aws-sdk/client-s3');

const require = createRequire(import.meta.url);

/** Opens the file store in a bucket; the first request is sent with the first file. */
export function openS3Files(settings: S3Settings): S3Files {
  const { bucket: Bucket } = settings;
  const { client, PutObjectCommand, GetObjectCommand, DeleteObjectCommand } = openS3Client(settings);
  const put = async (Key: string, Body: Uint8Array | Readable, ContentLength: number) => {
    await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentLength }));
    return `/files/${Key}`;
  };
  const keyAs = (tenantId: string, hex: string, name: string) =>
    `${tenantId}/${hex.slice(0, 2)}/${hex.slice(2)}${extname(name).toLowerCase()}`;
  const openKey = async (Key: string | null, Range?: string): Promise<S3Stream | null> => {
    if (!Key) return null;
    const answer = await client
      .send(new GetObjectCommand({ Bucket, Key, ...(Range ? { Range } : {}) }))
      .catch(nullIfMissing);
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
  const deleteKey = async (Key: string | null) => {
    if (!Key) return;
    await client.send(new DeleteObjectCommand({ Bucket, Key }));
  };
  return {
    save: (tenantId, bytes, name) => {
      const hex = createHash('sha256').update(bytes).digest('hex').slice(0, contentDigits);
      return put(keyAs(tenantId, hex, name), bytes, bytes.byteLength);
    },
    saveOwn: (tenantId, bytes, name) =>
      put(keyAs(tenantId, randomBytes(ownDigits / 2).toString('hex'), name), bytes, bytes.byteLength),
    async saveFrom(tenantId, path, name) {
      const hash = createHash('sha256');
      await pipeline(createReadStream(path), hash);
      const key = keyAs(tenantId, hash.digest('hex').slice(0, ownDigits), name);
      return putFrom(key, path);
    },
    open,
    moveFrom: async (key, path) => void (await putFrom(key, path)),
    async read(tenantId, address) {
      const file = await open(tenantId, address);
      if (!file) return null;
      const chunks: Buffer[] = [];
      for await (const chunk of file.body) chunks.push(chunk as Buffer);
      return Buffer.concat(chunks);
    },
    async delete(tenantId, address) {
      if (isDeletable(address)) await deleteKey(keyOf(tenantId, address));
    },
    private: {
      async saveFrom(tenantId, path, name) {
        const key = newPrivateKey(name);
        await putFrom(privatePath(tenantId, key) ?? '', path);
        return key;
      },
      open: async (tenantId, key) => (await openKey(privatePath(tenantId, key)))?.body ?? null,
      delete: (tenantId, key) => deleteKey(privatePath(tenantId, key)),
    },
    close: () => client.destroy(),
  };
}

/** Loads the SDK, which takes half a second. */
export function openS3Client({ endpoint, region, accessKeyId, secretAccessKey, isPathStyle }: S3Settings) {
  const sdk = require('@aws-sdk/client-s3') as Sdk;
  const client = new sdk.S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: isPathStyle,
    // Newer checksums are specific to Amazon; other providers refuse them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 5000, requestTimeout: 30_000 },
  });
  return { ...sdk, client };
}

function nullIfMissing(error: { $metadata?: { httpStatusCode?: number } }): null {
  if (error.$metadata?.httpStatusCode === 404) return null;
  throw error;
}
