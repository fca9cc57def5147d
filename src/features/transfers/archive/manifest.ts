import { z } from 'zod';
import { tenantIdPattern } from '#kernel/tenant-id.ts';

/** Version of the format; raised when older readers could not understand the archive. */
export const formatVersion = 1;

export const manifestName = 'manifest.json';
export const fileListName = 'files.jsonl';
export const tablePart = (table: string) => `tables/${table}.jsonl`;
export const filePart = (path: string) => `files/${path}`;

/** A file's path in its tenant's folder, as the store names it; no other path is written to disk. */
export const filePath = /^[0-9a-f]{2}\/[0-9a-f]{38,62}(?:\.[a-z0-9]{1,5})?$/;

const part = z.object({ rows: z.number().int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) });

export const manifestSchema = z.object({
  format: z.literal('guanlan-site'),
  version: z.number().int(),
  scope: z.enum(['export', 'backup']),
  withoutPeople: z.boolean(),
  tenant: z.string().regex(tenantIdPattern),
  takenAt: z.string(),
  /** Every migration applied to the tables. */
  migrations: z.array(z.string()),
  /** In loading order. */
  tables: z.array(part.extend({ name: z.string(), key: z.array(z.string()) })),
  /** The next id of each table with an identity column. */
  nextIds: z.record(z.string(), z.string()),
  files: part.extend({ bytes: z.number().int().min(0) }),
});

export type Manifest = z.infer<typeof manifestSchema>;

/** A line of `files.jsonl`. */
export const fileLine = z.object({
  path: z.string().regex(filePath),
  bytes: z.number().int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

export type FileLine = z.infer<typeof fileLine>;
