import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DomainError, invalid, notFound, unavailable } from '#kernel/errors.ts';
import { namePlace, type StoragePlace } from '#kernel/storage/storage-place.ts';
import { openS3Client } from './s3-files.ts';

/** Parts of an upload: 10,000 of them make 160 GB. A single request ends at 5 GB. */
const partBytes = 16 * 1024 * 1024;

type NewestOf = (tenantId: string, names: readonly string[]) => string[];

export function openBackupBucket(target: Extract<StoragePlace, { kind: 's3' }>, newestOf: NewestOf) {
  const { bucket, prefix } = target;
  const { bucket: Bucket } = bucket;
  const place = namePlace(target);
  const base = prefix && `${prefix}/`;
  const { client, DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command } = openS3Client(bucket);
  const orExplain = (error: unknown): never => {
    if (error instanceof DomainError) throw error;
    const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
    const reason = $metadata?.httpStatusCode ? `${$metadata.httpStatusCode} ${name}` : '没有响应';
    throw unavailable(`备份的存储桶 ${place} 出错（${reason}），请检查 BACKUP_TO 和它的密钥`, error);
  };
  return {
    place,
    async saveFrom(path: string, name: string) {
      const { Upload } = createRequire(import.meta.url)('@aws-sdk/lib-storage') as Storage;
      const params = { Bucket, Key: base + name, Body: createReadStream(path) };
      await new Upload({ client, params, partSize: partBytes, queueSize: 2 }).done().catch(orExplain);
      await rm(path, { force: true });
      return `${place}/${name}`;
    },
    async list(tenantId: string) {
      const names: string[] = [];
      let next: string | undefined;
      do {
        const page = await client
          .send(
            new ListObjectsV2Command({
              Bucket,
              Prefix: `${base}guanlan-${tenantId}-`,
              ...(next && { ContinuationToken: next }),
            }),
          )
          .catch(orExplain);
        names.push(...(page.Contents ?? []).map(({ Key = '' }) => Key.slice(base.length)));
        next = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (next);
      return newestOf(tenantId, names);
    },
    async fetch(name: string, path: string) {
      const answer = await client
        .send(new GetObjectCommand({ Bucket, Key: base + name }))
        .catch((error: { $metadata?: { httpStatusCode?: number } }) => {
          throw error.$metadata?.httpStatusCode === 404 ? notFound(`${place} 里没有备份 ${name}`) : error;
        })
        .catch(orExplain);
      if (!answer.Body) throw invalid(`${place} 里的备份 ${name} 是空的`);
      await pipeline(answer.Body as Readable, createWriteStream(path, { mode: 0o600 })).catch(orExplain);
    },
    async delete(name: string) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: base + name })).catch(orExplain);
    },
    close: () => client.destroy(),
  };
}

type Storage = typeof import('@aws-sdk/lib-storage');
