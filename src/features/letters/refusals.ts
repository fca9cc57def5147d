import { listStaffWith } from '#features/identity/index.ts';
import { notifyMembers } from '#features/notifications/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { enhancedCodeOf, subjectOfRefusal } from '#kernel/mail/refusal.ts';
import { dayMs } from '#shared/dates.ts';
import { countRefusal, insertBounce } from './bounce-queries.ts';
import { countRecipients, type LetterRow, lockLetter, updateState } from './letter-queries.ts';
import { lettersPermission } from './parts.ts';
import {
  findLastAccepted,
  findSuspicions,
  requeueSuspects,
  type Suspicion,
  takeSuspicions,
} from './send-queries.ts';

/*
 * A refusal is booked on a recipient only by comparison: once the server has accepted the letter for someone after it. Equal
 * refusals of several recipients in a row are a fault of the sender, whatever they say: the letter stops, and they wait.
 */

/** So many equal refusals in a row meet everyone: before the server accepted the letter for anyone, and after that. */
const [maxFirst, maxLater] = [3, 10];
/** The third refused message in a row marks an address. */
const maxRefusals = 3;

/**
 * Returns a refusal that so many recipients got in a row that it meets everyone, or at the end of a letter that nobody got,
 * one of those that name no mailbox; undefined if there is none.
 */
export function findCommonRefusal(
  suspicions: readonly Suspicion[],
  { hasSent, isEnd = false }: { hasSent: boolean; isEnd?: boolean },
): Suspicion | undefined {
  // By code, because servers put an id, an address or a time into the words.
  const equal = Map.groupBy(suspicions, ({ kind, step, code, text }) =>
    [kind, step, code, enhancedCodeOf(text)].join(' '),
  );
  const max = hasSent ? maxLater : maxFirst;
  const common = [...equal.values()].find(({ length }) => length >= max)?.[0];
  if (common || !isEnd || hasSent) return common;
  const refused = suspicions.filter(({ kind }) => kind === 'refused');
  return refused.every((one) => markOf(one, false) === null) ? refused[0] : undefined;
}

/**
 * Judges the refusals of a letter since the server last accepted it. A refusal that meets everyone stops the letter, or if
 * it is temporary is returned for all letters to wait; nobody is marked.
 * @returns the refusal that meets everyone
 */
export async function judgeRefusals(
  ctx: Context,
  trx: Trx,
  letterId: string,
  { isEnd = false }: { isEnd?: boolean } = {},
): Promise<Suspicion | undefined> {
  const letter = await lockLetter(trx, letterId);
  const { suspicions, hasSent } = await findSuspicions(trx, letterId);
  const common = findCommonRefusal(suspicions, { hasSent, isEnd });
  if (letter?.state === 'sending' && common?.kind === 'refused')
    await stopForSender(ctx, trx, letterId, `邮件服务器接连拒绝了收件人（${common.text}）`);
  // Refused while others stopped the letter: it has not been compared, and is tried again.
  else if (letter?.state === 'stopped' || common) await requeueSuspects(trx, letterId, ctx.now());
  return common;
}

/** Stops a letter that the server refuses because of its sender. Everyone who was refused waits to get it. */
export async function stopForSender(ctx: Context, trx: Trx, letterId: string, why: string): Promise<void> {
  const letter = await lockLetter(trx, letterId);
  if (letter?.state !== 'sending') return;
  await requeueSuspects(trx, letterId, ctx.now());
  await stopByItself(
    ctx,
    trx,
    letter,
    `${why}，多半是发件人、邮箱账号或信的内容有问题，已停止发送，没有人被记为退信。请检查“设置 › 邮件”，改好后点“继续发送”。`,
  );
  ctx.log.warn({ letter: letterId }, 'the mail server refuses the sender of a letter');
}

/** Stops a locked letter without a person who asked for it, and notifies those who may continue it. */
export async function stopByItself(
  ctx: Context,
  trx: Trx,
  { id, subject }: Pick<LetterRow, 'id' | 'subject'>,
  fault: string,
): Promise<void> {
  const now = ctx.now();
  await updateState(trx, id, 'stopped', { ended_at: now, figures: await countRecipients(trx, id), fault });
  await notifyMembers(ctx, trx, await listStaffWith(trx, lettersPermission), {
    kind: 'system',
    title: `邮件报“${subject}”没有发完，已经停止`,
    body: fault,
    link: `/admin/letters/${id}`,
    sourceKey: `letter:${id}:stopped:${now.getTime()}`,
  });
}

/**
 * Books the refusals of a letter on their recipients that came before `accepted`, when a message began that the server
 * accepted for someone else.
 */
export async function bookRefusals(ctx: Context, trx: Trx, letterId: string, accepted: Date): Promise<void> {
  await lockLetter(trx, letterId);
  await mark(ctx, trx, await takeSuspicions(trx, letterId, accepted), true);
}

/** Books the refusals of a letter that ends; those without a later message to compare with mark only by an explicit code. */
export async function bookLastRefusals(ctx: Context, trx: Trx, letterId: string): Promise<void> {
  const { suspicions } = await findSuspicions(trx, letterId);
  if (suspicions.length === 0) return;
  const accepted = await findLastAccepted(trx, letterId);
  if (accepted) await bookRefusals(ctx, trx, letterId, accepted);
  await mark(ctx, trx, await takeSuspicions(trx, letterId, new Date(ctx.now().getTime() + dayMs)), false);
}

async function mark(
  ctx: Context,
  trx: Trx,
  suspicions: readonly Suspicion[],
  isCompared: boolean,
): Promise<void> {
  for (const suspicion of suspicions) {
    const { address, text } = suspicion;
    const meaning = markOf(suspicion, isCompared);
    if (meaning === 'bounce') await insertBounce(trx, address, text, ctx.now());
    if (meaning === 'count') await countRefusal(trx, address, text, maxRefusals, ctx.now());
  }
}

/**
 * What a refusal means for its address. Without anyone who got the letter after it there is no comparison, and only an explicit
 * code of the address counts; with one, also 550, 551 and 553 without an enhanced code.
 */
export function markOf(
  { kind, step, code, text }: Pick<Suspicion, 'kind' | 'step' | 'code' | 'text'>,
  isCompared: boolean,
): 'bounce' | 'count' | null {
  if (kind === 'deferred') return null;
  const subject = subjectOfRefusal(text);
  const isOfRecipient = step === 'recipient';
  if (isOfRecipient && subject === 'address') return 'bounce';
  if (!isCompared || subject === 'sender') return null;
  const isGone = isOfRecipient && enhancedCodeOf(text) === '' && [550, 551, 553].includes(code);
  return isGone ? 'bounce' : 'count';
}
