import { extendVips, vipRefusal } from '#features/entitlements/index.ts';
import {
  addImportedMembers,
  findMembersByContact,
  insertTags,
  type KnownMember,
  maxTags,
} from '#features/identity/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { insertItems, insertMemberTags } from '../manage/item-queries.ts';
import type { TransferCounts } from '../manage/transfer-queries.ts';
import type { MemberLine, MemberRecord } from './read-members.ts';

const batchSize = 500;
/** Only so many report lines are stored; the counts include all. */
export const maxReportLines = 200;

export type MemberCounts = Required<Omit<TransferCounts, 'drafts'>>;

/** `done`: lines that are finished, also by an earlier attempt. */
export type MemberProgress = { done: number; counts: MemberCounts; report: readonly string[] };

export type MemberImport = {
  transferId: string;
  /** Who started the import. */
  byId: string | null;
  /** Where an earlier attempt ended. */
  from: MemberProgress;
  /** Saves the progress in the transaction of a batch, so that a later attempt continues after it. */
  saveProgress: (trx: Trx, progress: MemberProgress) => Promise<void>;
};

/** The source of the VIP that an import gives. It is no order. */
export const vipSource = (transferId: string): string => `import:${transferId}`;

/**
 * Imports members, a batch per transaction. A member who is here keeps name and contacts, and gets tags and a longer
 * VIP. A killed run continues with the first batch that was not committed.
 */
export async function importMembers(
  ctx: Context,
  lines: AsyncIterable<MemberLine>,
  { transferId, byId, from, saveProgress }: MemberImport,
): Promise<MemberProgress> {
  let progress = from;
  let at = 0;
  let batch: MemberLine[] = [];
  const flush = async () => {
    progress = await inTransaction(ctx, async (trx) => {
      const { outcome, notes } = await importBatch(ctx, trx, batch, { transferId, byId }, progress.counts);
      const report = [...progress.report, ...notes].slice(0, maxReportLines);
      const next = { done: progress.done + batch.length, counts: outcome, report };
      await saveProgress(trx, next);
      return next;
    });
    batch = [];
  };
  for await (const line of lines) {
    at += 1;
    if (at <= from.done) continue;
    batch.push(line);
    if (batch.length === batchSize) await flush();
  }
  if (batch.length > 0) await flush();
  return progress;
}

/** A member of the batch: here already, or to be added. */
type Target = {
  known: KnownMember | null;
  record: MemberRecord;
  vipUntil: Date | null;
  newTags: Set<string>;
};

async function importBatch(
  ctx: Context,
  trx: Trx,
  batch: readonly MemberLine[],
  { transferId, byId }: Pick<MemberImport, 'transferId' | 'byId'>,
  before: MemberCounts,
): Promise<{ outcome: MemberCounts; notes: string[] }> {
  const outcome = { ...before };
  const notes: string[] = [];
  const records = batch.flatMap((line) => ('record' in line && 'mobile' in line.record ? [line.record] : []));
  const index = new TargetIndex(await findMembersByContact(trx, records), byId);
  for (const line of batch) {
    const read = 'fault' in line ? line : line.record;
    if ('skipped' in read) {
      outcome.skipped += 1;
      notes.push(`第 ${line.line} 行：${read.skipped}，跳过`);
      continue;
    }
    const fault = 'fault' in read ? read.fault : index.add(read);
    if (fault === null) continue;
    outcome.failed += 1;
    notes.push(`第 ${line.line} 行：${fault}`);
  }
  const targets = [...index.targets];
  const added = await addTargets(ctx, trx, targets);
  const changed = await applyTargets(ctx, trx, targets, { transferId, byId, added });
  outcome.added += added.size;
  outcome.updated += [...changed].filter((id) => !added.has(id)).length;
  const seen = outcome.added + outcome.updated + outcome.skipped + outcome.failed + outcome.unchanged;
  const total =
    before.added + before.updated + before.skipped + before.failed + before.unchanged + batch.length;
  // Members who were here and changed nothing, and doubled lines.
  outcome.unchanged += total - seen;
  return { outcome, notes };
}

// A file names staff by accident or on purpose, and who imports it reads no names: their VIP is given by hand.
const refusalOf = (byId: string | null, member: KnownMember): string | null =>
  vipRefusal(byId, member, false);

/** Finds the member of a line by mobile number, else by e-mail address; lines with one member are merged. */
class TargetIndex {
  readonly targets = new Set<Target>();
  readonly #byMobile = new Map<string, Target>();
  readonly #byEmail = new Map<string, Target>();
  readonly #byId: string | null;

  constructor(known: readonly KnownMember[], byId: string | null) {
    this.#byId = byId;
    for (const member of known) {
      const record = { ...member, name: '', vipUntil: null, createdAt: null };
      this.#register({ known: member, record, vipUntil: null, newTags: new Set() });
    }
  }

  /** @returns why the line cannot be imported, or null */
  add(record: MemberRecord): string | null {
    const { mobile, email, vipUntil, tags } = record;
    const byMobile = mobile === null ? undefined : this.#byMobile.get(mobile);
    const byEmail = email === null ? undefined : this.#byEmail.get(email);
    const isOther = byEmail && byEmail !== byMobile && mobile !== null && byEmail.record.mobile !== null;
    if (isOther || (byMobile && byEmail && byMobile !== byEmail)) return '邮箱已属于另一个会员';
    const target = byMobile ?? byEmail ?? { known: null, record, vipUntil: null, newTags: new Set<string>() };
    const refusal = vipUntil && target.known && refusalOf(this.#byId, target.known);
    if (refusal) return refusal;
    const all = new Set([...(target.known?.tags ?? []), ...target.newTags, ...tags]);
    if (all.size > maxTags) return `会员的标签会超过 ${maxTags} 个`;
    for (const tag of tags) if (!target.known?.tags.includes(tag)) target.newTags.add(tag);
    if (vipUntil && (!target.vipUntil || target.vipUntil < vipUntil)) target.vipUntil = vipUntil;
    this.#register(target);
    this.targets.add(target);
    return null;
  }

  #register(target: Target): void {
    const { mobile, email } = target.record;
    if (mobile !== null) this.#byMobile.set(mobile, target);
    if (email !== null) this.#byEmail.set(email, target);
  }
}

/** Adds the new members and gives all targets their member. @returns the ids of the added ones */
async function addTargets(ctx: Context, trx: Trx, targets: readonly Target[]): Promise<Set<string>> {
  const isNew = ({ known }: Target) => known === null;
  const fresh = targets.filter(isNew);
  const added = await addImportedMembers(
    trx,
    fresh.map(({ record }) => record),
    ctx.now(),
  );
  // A concurrent registration may have taken a contact; its member is here now.
  const taken =
    added.length === fresh.length
      ? []
      : await findMembersByContact(
          trx,
          fresh.map(({ record }) => record),
        );
  const byContact = new Map(
    [...taken, ...added].flatMap((one) => [[one.email, one] as const, [one.mobile, one]]),
  );
  for (const target of fresh)
    target.known = byContact.get(target.record.mobile ?? target.record.email) ?? null;
  return new Set(added.map(({ id }) => id));
}

/** Gives VIP and tags, and notes what the run did. @returns the members who got something */
async function applyTargets(
  ctx: Context,
  trx: Trx,
  targets: readonly Target[],
  { transferId, byId, added }: Pick<MemberImport, 'transferId' | 'byId'> & { added: ReadonlySet<string> },
): Promise<Set<string>> {
  const wishes = targets.flatMap(({ known, vipUntil }) =>
    known && vipUntil && refusalOf(byId, known) === null ? [{ memberId: known.id, until: vipUntil }] : [],
  );
  const grants = await extendVips(trx, wishes, { source: vipSource(transferId), now: ctx.now() });
  const tags = targets.flatMap(({ known, newTags }) =>
    known ? [...newTags].map((tag) => ({ member_id: known.id, tag })) : [],
  );
  await insertTags(trx, tags);
  await insertItems(trx, transferId, 'member', [...added]);
  await insertItems(
    trx,
    transferId,
    'grant',
    grants.map(({ id }) => id),
  );
  await insertMemberTags(
    trx,
    transferId,
    tags.filter(({ member_id }) => !added.has(member_id)),
  );
  return new Set([...grants, ...tags].map(({ member_id }) => member_id));
}
