import { requireMemberId } from '#kernel/actor.ts';
import type { Context, Database, Trx } from '#kernel/context.ts';
import { conflict, notFound } from '#kernel/errors.ts';
import { toIso } from '#shared/dates.ts';
import * as queries from './queries.ts';
import type { Saved, VersionRecord } from './schema.ts';

/** As many versions as a person would look through. */
const maxListed = 200;
/** Autosaves within ten minutes replace each other, so that an hour's writing makes a handful of versions. */
const autosaveWindowMs = 10 * 60_000;

export type { Version } from './queries.ts';

/** A kind of document with versions. */
type Kind<C> = queries.VersionTable & {
  /** Such as 这个单页. */
  subject: string;
  /** What the error message says that another member did, if not 保存过. */
  describeSave?: (head: number, base: number) => string;
  /** Who saved a version, in lists, if the member is unknown. */
  nobody: string;
  /** The error message for a version that does not exist. */
  missing?: string;
  /** Fields that versions saved by older programs lack. */
  defaults?: Partial<C>;
};

/** What a save does to the head: `mayReplace` is true for an autosave, unless the head must stay. */
type Save<C> = { head: queries.Version<C> | undefined; content: C; mayReplace: boolean };

/** The versions of a kind of document. The newest one is the head; a save adds one on top of it. */
export function versionsOf<C extends object>(kind: Kind<C>) {
  const { subject, describeSave = () => '保存过', nobody, missing = '没有这个版本', defaults } = kind;
  const find = async (db: Database | Trx, id: string, number?: number) => {
    const version = await queries.findVersion<C>(db, kind, id, number);
    return version && { ...version, content: { ...defaults, ...version.content } };
  };
  const insert = (trx: Trx, id: string, version: queries.NewVersion<C>) =>
    queries.insertVersion(trx, kind, id, version);
  return {
    /** Finds a version, by default the head. */
    find,
    insert,
    /** Returns the content of one version. @throws notFound */
    async read(db: Database | Trx, id: string, number: number): Promise<C> {
      const version = await find(db, id, number);
      if (!version) throw notFound(missing);
      return version.content;
    },
    /** Lists the versions of a document, newest first. `live` is the number of the one that readers see, if any. */
    async list(db: Database, id: string, live = 0): Promise<VersionRecord[]> {
      const rows = await queries.listVersions(db, kind, id, maxListed);
      return rows.map(({ number, title, saved_at, saved_by_name }, index) => ({
        number,
        savedAt: toIso(saved_at),
        savedBy: saved_by_name ?? nobody,
        isLive: number === live,
        isHead: index === 0,
        title,
      }));
    },
    /** Optimistic concurrency control: of two concurrent saves the second fails. @throws conflict */
    refuseOtherBase(head: queries.Version<C> | undefined, base: number): void {
      const number = head?.number ?? 0;
      if (number === base) return;
      const saved = `${head?.saved_by_name ?? '别人'}${describeSave(number, base)}`;
      throw conflict(`${subject}刚被${saved}。你写的内容还在，可以对照后再保存`);
    },
    /** Saves a version as the head of a locked document. An autosave replaces the caller's own last version. */
    async save(ctx: Context, trx: Trx, id: string, { head, content, mayReplace }: Save<C>): Promise<Saved> {
      const now = ctx.now();
      const saved_by = requireMemberId(ctx);
      const isRecent = head && now.getTime() - head.saved_at.getTime() < autosaveWindowMs;
      if (mayReplace && isRecent && head.saved_by === saved_by)
        await queries.deleteVersion(trx, kind, id, head.number);
      const number = (head?.number ?? 0) + 1;
      await insert(trx, id, { number, content, saved_by, saved_at: now });
      return { version: number, savedAt: toIso(now) };
    },
  };
}
