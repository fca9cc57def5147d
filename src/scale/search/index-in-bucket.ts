import { randomBytes } from 'node:crypto';
import { fileName, type IndexName, unreadable } from '#features/search/index-identity.ts';
import { conflict, unavailable } from '#kernel/errors.ts';
import { namePlace, type S3Settings, type StoragePlace } from '#kernel/storage/storage-place.ts';
import { openS3Client } from '../files/s3-files.ts';

type BucketPlace = Extract<StoragePlace, { kind: 's3' }>;

/** In a bucket, each look for a newer version is a request, which takes longer than the rest of a query. */
const consistencySeconds = 1;

/** Returns the options with which LanceDB connects to a bucket. */
export function optionsOf(bucket: S3Settings) {
  const endpoint = new URL(bucket.endpoint);
  // Without path style, LanceDB expects the bucket in the endpoint.
  if (!bucket.isPathStyle) endpoint.hostname = `${bucket.bucket}.${endpoint.hostname}`;
  return {
    readConsistencyInterval: consistencySeconds,
    storageOptions: {
      aws_access_key_id: bucket.accessKeyId,
      aws_secret_access_key: bucket.secretAccessKey,
      aws_region: bucket.region,
      aws_endpoint: endpoint.href.replace(/\/$/, ''),
      aws_virtual_hosted_style_request: `${!bucket.isPathStyle}`,
      allow_http: `${endpoint.protocol === 'http:'}`,
      connect_timeout: '5s',
      timeout: '30s',
      client_max_retries: '2',
      // In seconds.
      client_retry_timeout: '10',
    },
  };
}

const maxAgeMs = 10_000;

export function nameInBucket(place: BucketPlace): IndexName {
  const object = { Bucket: place.bucket.bucket, Key: `${place.prefix && `${place.prefix}/`}${fileName}` };
  const own = randomBytes(8).toString('hex');
  const { client, GetObjectCommand, PutObjectCommand } = openS3Client(place.bucket);
  let known: string | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let isChecked = false;
  const find = async () => {
    if (known && performance.now() - readAt < maxAgeMs) return known;
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
  const write = () =>
    client.send(new PutObjectCommand({ ...object, Body: known ?? own, IfNoneMatch: '*' })).then(
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
    close: () => client.destroy(),
  };
}

type S3Error = Error & { $metadata?: { httpStatusCode?: number } };
const statusOf = ({ $metadata }: S3Error) => $metadata?.httpStatusCode;

const unconditional = (place: BucketPlace) =>
  `搜索索引的存储桶 ${namePlace(place)} 不支持条件写入（If-None-Match: *）：两台机器同时写会弄坏索引。请让 SEARCH_URI 指向支持它的 S3 服务，或各台机器共用的文件夹。`;
