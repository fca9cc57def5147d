import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { conflict, unavailable } from '#kernel/errors.ts';
import { namePlace, type StoragePlace } from '#kernel/storage/storage-place.ts';
import { openS3Client } from '#scale/files/s3-files.ts';

/** Identifies the index of a place and the process that uses it. */
export type IndexIdentity = { indexId: string; machine: string; pid: number };

/** The random name of the index of a place. Machines that share the place share the name. */
export type IndexName = {
  /** Returns the name; null where no index was ever. @throws unavailable if the place does not answer */
  find(): Promise<string | null>;
  /**
   * Returns the name; writes one on the first call, and the same again if the place was emptied. A bucket is asked at
   * most every ten seconds.
   * @throws conflict if the service of the bucket ignores conditions of writes; unavailable if it does not answer
   */
  ensure(): Promise<string>;
  close(): void;
};

const fileName = 'index-id';

export const openIndexName = (place: StoragePlace): IndexName =>
  place.kind === 'folder' ? nameInFolder(place.path) : nameInBucket(place);

function nameInFolder(dir: string): IndexName {
  const file = join(dir, fileName);
  const own = randomBytes(8).toString('hex');
  let known: string | undefined;
  const find = async () => {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw unavailable(unreadable, error);
    });
    return text.trim() || null;
  };
  return {
    find,
    async ensure() {
      await mkdir(dir, { recursive: true, mode: 0o700 });
      await writeFile(file, known ?? own, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw unavailable(unreadable, error);
      });
      known = (await find()) ?? known ?? own;
      return known;
    },
    close: () => undefined,
  };
}

const maxAgeMs = 10_000;

function nameInBucket(place: Extract<StoragePlace, { kind: 's3' }>): IndexName {
  const object = { Bucket: place.bucket.bucket, Key: `${place.prefix && `${place.prefix}/`}${fileName}` };
  const own = randomBytes(8).toString('hex');
  let opened: ReturnType<typeof openS3Client> | undefined;
  let known: string | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let isChecked = false;
  const s3 = () => {
    opened ??= openS3Client(place.bucket);
    return opened;
  };
  const find = async () => {
    if (known && performance.now() - readAt < maxAgeMs) return known;
    const { client, GetObjectCommand } = s3();
    const text = await client
      .send(new GetObjectCommand(object))
      .then((answer) => answer.Body?.transformToString() ?? '')
      .catch((error: S3Error) => {
        if (statusOf(error) === 404) return '';
        throw unavailable(unreadable, error);
      });
    readAt = performance.now();
    known = text.trim() || known;
    return text.trim() || null;
  };
  /** @returns false if the object exists already */
  const write = async () => {
    const { client, PutObjectCommand } = s3();
    return client.send(new PutObjectCommand({ ...object, Body: known ?? own, IfNoneMatch: '*' })).then(
      () => true,
      (error: S3Error) => {
        // 409: another machine writes at the same moment.
        if (statusOf(error) === 412 || statusOf(error) === 409) return false;
        // Without conditional writes at all, some services answer 501 or 400.
        if (statusOf(error) === 501 || statusOf(error) === 400)
          throw conflict(unconditional(place), error.name);
        throw unavailable(unreadable, error);
      },
    );
  };
  return {
    find,
    async ensure() {
      if (!isChecked) {
        if ((await write()) && (await write())) throw conflict(unconditional(place));
        isChecked = true;
      }
      const found = await find();
      if (found) return found;
      await write();
      readAt = Number.NEGATIVE_INFINITY;
      return (await find()) ?? known ?? own;
    },
    close: () => opened?.client.destroy(),
  };
}

type S3Error = Error & { $metadata?: { httpStatusCode?: number } };
const statusOf = ({ $metadata }: S3Error) => $metadata?.httpStatusCode;

const unreadable = '搜索暂时不可用，请稍后再试';

const unconditional = (place: StoragePlace) =>
  `搜索索引的存储桶 ${namePlace(place)} 不支持条件写入（If-None-Match: *）：两台机器同时写会弄坏索引。请让 SEARCH_URI 指向支持它的 S3 服务，或各台机器共用的文件夹。`;
