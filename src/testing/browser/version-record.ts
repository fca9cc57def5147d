import type { VersionRecord } from '#features/documents/schema.ts';

/** A version of a document in the list of its versions. */
export const versionRecord = (number: number, isHead = false): VersionRecord => ({
  number,
  savedAt: '2026-11-20T08:00:00+08:00',
  savedBy: '主编',
  isLive: false,
  isHead,
  title: '铜价',
});
