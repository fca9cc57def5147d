import type { VersionRecord } from '#features/documents/schema.ts';

/** What the editor opens: the newest version of a document, and its number. */
export type Opened<C> = { id: string; version: number; content: C };

/** A kind of document that keeps versions, and the calls that read and restore them. */
export type Versioned<C> = {
  /** Such as 这篇稿件. */
  subject: string;
  /** Distinguishes its cached reads from those of other kinds. */
  key: string;
  /** The permission to restore a version. */
  permission: string;
  /** How long old versions stay, if not for ever. */
  retention?: string;
  readNewest: (id: string, signal: AbortSignal) => Promise<Opened<C>>;
  listVersions: (id: string, signal: AbortSignal) => Promise<VersionRecord[]>;
  readVersion: (id: string, number: number, signal: AbortSignal) => Promise<C>;
  /** Saves an old version as the newest, which it returns. */
  restore: (id: string, base: number, number: number) => Promise<Opened<C>>;
};
