import type { z } from 'zod';
import { recordAction } from '#features/audit/index.ts';
import { columnRows } from '#features/columns/index.ts';
import { checkWords } from '#features/moderation/index.ts';
import { findContact } from '#features/notifications/index.ts';
import { readMailedPosts, refuseBlockedWords } from '#features/posts/index.ts';
import { requireMemberId } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { countHit, type RateLimit } from '#kernel/db/rate-limits.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid, notFound, rateLimited } from '#kernel/errors.ts';
import { dayMs, hourMs, toIso } from '#shared/dates.ts';
import { isId } from '#shared/ids.ts';
import { composePreview, loadContent } from './content.ts';
import {
  deleteDraft,
  findLetter,
  insertLetter,
  type LetterRow,
  lockLetter,
  updateDraft,
  updateState,
} from './letter-queries.ts';
import type { LetterParts } from './parts.ts';
import type * as schema from './schema.ts';
import type { PreviewReader } from './schema.ts';
import { addressLetter } from './send-letters.ts';

const testLimit: RateLimit = {
  name: 'letter-tests',
  max: 20,
  windowMs: hourMs,
  refuse: (wait) => rateLimited('一小时最多发 20 封测试邮件，请稍后再试', wait),
};
const maxAheadMs = 365 * dayMs;

/** Creates an empty draft. @returns its id */
export async function createLetter(ctx: Context): Promise<{ id: string }> {
  const createdBy = requireMemberId(ctx);
  return inTransaction(ctx, async (trx) => {
    const empty = { subject: '', introduction: '', postIds: [], isWhole: false };
    const id = await insertLetter(
      trx,
      { subscription: 'letter', ...empty, audience: 'all', audienceKey: '' },
      { createdBy, now: ctx.now() },
    );
    await recordAction(ctx, trx, { action: 'letter.create', target: `letter:${id}` });
    return { id };
  });
}

/** Saves a draft, complete or not. @throws conflict if it was changed since `base`; notFound */
export async function saveLetter(
  ctx: Context,
  { id, base, content }: z.output<typeof schema.saveInput>,
): Promise<{ version: number; savedAt: string }> {
  return inTransaction(ctx, async (trx) => {
    const letter = await requireLetter(trx, id);
    if (letter.state !== 'draft') throw conflict('这封邮件报已经定时或发送，不能再改');
    const version = await updateDraft(trx, id, base, content, ctx.now());
    if (version === undefined) throw conflict('这封邮件报刚被别人改过，请对照后再保存');
    return { version, savedAt: toIso(ctx.now()) };
  });
}

/** Deletes a draft. @throws conflict for a letter that is no draft; notFound */
export async function deleteLetter(ctx: Context, id: string): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    const { subject } = await requireLetter(trx, id);
    if (!(await deleteDraft(trx, id))) throw conflict('只能删除草稿');
    await recordAction(ctx, trx, { action: 'letter.delete', target: `letter:${id}`, before: { subject } });
  });
  return true;
}

/**
 * Schedules a draft, or sends it now.
 * @throws invalid naming what it lacks; conflict if it was changed since `base` or is no draft; notFound
 */
export async function scheduleLetter(
  ctx: Context,
  { id, base, at }: z.output<typeof schema.scheduleInput>,
): Promise<boolean> {
  const now = ctx.now();
  if (at && at <= now) throw invalid('发送时间应晚于现在', 'at');
  if (at && at.getTime() - now.getTime() > maxAheadMs) throw invalid('发送时间应在一年之内', 'at');
  const draft = await findLetter(ctx.db, id);
  if (draft) await checkLetter(ctx, draft);
  await inTransaction(ctx, async (trx) => {
    const letter = await requireLetter(trx, id);
    if (letter.state !== 'draft') throw conflict('这封邮件报已经定时或发送');
    if (letter.version !== base) throw conflict('这封邮件报刚被别人改过，请对照后再发送');
    await updateState(trx, id, 'scheduled', { scheduled_at: at ?? now });
    await recordAction(ctx, trx, {
      action: 'letter.schedule',
      target: `letter:${id}`,
      after: { subject: letter.subject, at: toIso(at ?? now) },
    });
  });
  return true;
}

/** The rules of a letter that is to be sent. @throws invalid */
async function checkLetter(ctx: Context, letter: LetterRow): Promise<void> {
  if (letter.subject === '') throw invalid('请填写主题', 'subject');
  if (letter.post_ids.length === 0 && letter.introduction === '')
    throw invalid('请至少选一篇文章，或写几句开头的话', 'postIds');
  if (letter.is_whole && letter.post_ids.length !== 1)
    throw invalid('带全文的邮件报只能选一篇文章', 'isWhole');
  const posts = await readMailedPosts(ctx, letter.post_ids, { hasBodies: false });
  if (posts.length < letter.post_ids.length) throw invalid('有的文章没有发布或已经撤回，请先移除', 'postIds');
  await checkAudience(ctx, letter.audience, letter.audience_key);
  refuseBlockedWords(
    await checkWords(ctx, [
      { field: 'title', label: '主题', text: letter.subject },
      { field: 'html', label: '开头的话', text: letter.introduction },
    ]),
  );
}

/** @throws invalid for a column or tag that is missing */
export async function checkAudience(ctx: Context, audience: string, key: string): Promise<void> {
  if (audience === 'column') {
    const isKnown = isId(key) && (await columnRows(ctx)).some(({ id }) => id === key);
    if (!isKnown) throw invalid('请选择收件人所订阅的栏目', 'audienceKey');
  }
  if (audience === 'tag' && key === '') throw invalid('请填写收件人的会员标签', 'audienceKey');
}

/** Cancels the schedule of a letter, which becomes a draft again. @throws conflict once it is being sent; notFound */
export const cancelLetter = (ctx: Context, id: string): Promise<boolean> =>
  changeState(ctx, id, 'scheduled', 'letter.cancel', '这封邮件报已经开始发送', (trx) =>
    updateState(trx, id, 'draft', { scheduled_at: null }),
  );

/** Stops a letter. Messages that the mail server has accepted cannot be recalled. */
export const stopLetter = (ctx: Context, id: string): Promise<boolean> =>
  changeState(ctx, id, 'sending', 'letter.stop', '这封邮件报没有在发送', (trx) =>
    updateState(trx, id, 'stopped', { ended_at: ctx.now(), fault: '' }),
  );

/** Continues a stopped letter with the recipients who have not got it. */
export const resumeLetter = (ctx: Context, id: string): Promise<boolean> =>
  changeState(ctx, id, 'stopped', 'letter.resume', '只能继续发送已停止的邮件报', (trx) =>
    updateState(trx, id, 'sending', { started_at: ctx.now(), ended_at: null, fault: '' }),
  );

async function changeState(
  ctx: Context,
  id: string,
  from: LetterRow['state'],
  action: string,
  refusal: string,
  change: (trx: Trx) => Promise<void>,
): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    const { state, subject } = await requireLetter(trx, id);
    if (state !== from) throw conflict(refusal);
    await change(trx);
    await recordAction(ctx, trx, { action, target: `letter:${id}`, after: { subject } });
  });
  return true;
}

/** Composes a letter as a kind of reader would get it, with locked text only where the caller may read it. @throws notFound */
export async function previewLetter(
  ctx: Context,
  parts: LetterParts,
  id: string,
  reader: PreviewReader,
): Promise<{ subject: string; html: string; text: string }> {
  const letter = await findLetter(ctx.db, id);
  if (!letter) throw letterMissing();
  const content = await loadContent(ctx, parts, letter);
  const composed = await composePreview(ctx, parts, content, reader);
  return {
    subject: letter.subject,
    html: composed?.html ?? '',
    text: composed?.text ?? '',
  };
}

/**
 * Sends one copy to the caller's own verified address.
 * @throws invalid without such an address, or for an empty letter; notFound; unavailable if it could not be sent
 */
export async function testLetter(
  ctx: Context,
  parts: LetterParts,
  { id, reader }: z.output<typeof schema.testInput>,
): Promise<{ address: string }> {
  const memberId = requireMemberId(ctx);
  const letter = await findLetter(ctx.db, id);
  if (!letter) throw letterMissing();
  const contact = await findContact(ctx.db, memberId);
  if (!contact?.email) throw invalid('测试邮件发到你自己的邮箱，请先在个人中心绑定并验证');
  const composed = await composePreview(ctx, parts, await loadContent(ctx, parts, letter), reader);
  if (!composed) throw invalid('还没有内容，请先选文章或写几句开头的话', 'postIds');
  await countHit(ctx, ctx.db, testLimit, memberId);
  const message = await addressLetter(ctx, parts, letter, memberId, composed);
  await parts.mail.send(ctx, {
    to: contact.email,
    subject: `【测试】${letter.subject || '（没有主题）'}`,
    ...message,
  });
  await inTransaction(ctx, (trx) =>
    recordAction(ctx, trx, { action: 'letter.test', target: `letter:${id}` }),
  );
  return { address: contact.email };
}

async function requireLetter(trx: Trx, id: string): Promise<LetterRow> {
  const letter = await lockLetter(trx, id);
  if (!letter) throw letterMissing();
  return letter;
}

export const letterMissing = () => notFound('没有这封邮件报');
