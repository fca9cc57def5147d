import { readHoldings } from '#features/entitlements/index.ts';
import { createToken, publicApiUrl } from '#features/notifications/index.ts';
import type { Context } from '#kernel/context.ts';
import { backOff } from '#kernel/db/queue.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { type BulkConnection, type BulkOutcome, openBulkConnection } from '#kernel/mail/bulk-smtp.ts';
import { hostOfSender } from '#kernel/mail/sender-address.ts';
import type { SmtpSettings } from '#kernel/mail/smtp.ts';
import { dayMs } from '#shared/dates.ts';
import { deleteRefusals } from './bounce-queries.ts';
import { clickedPlaceholder, openedPlaceholder, unsubscribePlaceholder } from './compose.ts';
import { composeFor, type LetterContent, loadContent, readerOf } from './content.ts';
import {
  countRecipients,
  deleteOldRecipients,
  type LetterRow,
  listRecipients,
  listSending,
  lockLetter,
  startDueLetters,
  updateFigures,
  updateListed,
  updateState,
} from './letter-queries.ts';
import type { LetterParts } from './parts.ts';
import { bookLastRefusals, bookRefusals, judgeRefusals, stopByItself, stopForSender } from './refusals.ts';
import {
  claimRecipients,
  endHold,
  endRecipient,
  findRecipientFacts,
  hasOpenRecipients,
  holdAll,
  isSending,
  lockPace,
  markSending,
  markSent,
  markUnknown,
  type Recipient,
  requeue,
  requeueSuspects,
  updatePace,
} from './send-queries.ts';

const minuteMs = 60_000;
const listedPerBatch = 1000;
/** Recipients that one connection claims at once. */
const claimedPerConnection = 10;
/** More than twice the maximum duration of a message (`maxMessageMs`). */
const unknownAfterMs = 5 * minuteMs;
/** Text and posts are read again after so long, so that a post withdrawn meanwhile is sent no more. */
const contentMs = 5000;
const countEveryMs = 2000;
/** Waits after a temporary refusal of one recipient; then it failed. */
const deferralsMs = [5, 30, 120, 360].map((minutes) => minutes * minuteMs);
const [firstHoldMs, maxHoldMs] = [minuteMs, 30 * minuteMs];
/** A letter that could not be sent for so long is stopped: its news is old. */
const maxSendingMs = 2 * dayMs;
/** Letters that are sent at the same time take turns of at most so long. */
const turnMs = 20_000;
const retentionMs = 90 * dayMs;

/**
 * Sends the letters that are due. Safe in several processes at once, and after a crash at any point: docs/product.md
 * ("Letters") states the guarantees.
 */
export async function sendLetters(ctx: Context, parts: LetterParts, signal: AbortSignal): Promise<void> {
  await startDueLetters(ctx.db, ctx.now());
  const now = ctx.now();
  for (const id of await markUnknown(ctx.db, new Date(now.getTime() - unknownAfterMs), now))
    await saveFigures(ctx, id);
  let failure: { error: unknown } | undefined;
  const letters = await listSending(ctx.db);
  const first = Math.floor(now.getTime() / minuteMs) % Math.max(1, letters.length);
  for (const letter of [...letters.slice(first), ...letters.slice(0, first)]) {
    if (signal.aborted) break;
    // A letter that fails does not delay the others, and is tried for at most 48 hours.
    await sendNext(ctx, parts, { letter, letters: letters.length }, signal).catch((error: unknown) => {
      failure ??= { error };
    });
    await finishLetter(ctx, letter.id);
  }
  if (failure) throw failure.error;
}

/** A letter that is being sent, and how many there are now. */
type Turn = { letter: LetterRow; letters: number };

async function sendNext(ctx: Context, parts: LetterParts, turn: Turn, signal: AbortSignal): Promise<void> {
  const { letter } = turn;
  if (!letter.is_listed) {
    await listAllRecipients(ctx, letter.id, signal);
    await saveFigures(ctx, letter.id);
  }
  await sendLetter(ctx, parts, turn, signal);
}

/** Counts a letter's recipients for the back office, whose calls never count them. */
const saveFigures = (ctx: Context, letterId: string): Promise<void> =>
  inTransaction(ctx, (trx) => updateFigures(trx, letterId));

/** Deletes recipients of letters that ended three months ago; the letters keep their figures. */
export async function tidyLetters(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - retentionMs);
  while ((await deleteOldRecipients(ctx.db, before, 10_000)) > 0) {
    // Each call deletes one batch.
  }
}

/** Lists the recipients in batches, continuing where it stopped. */
async function listAllRecipients(ctx: Context, letterId: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await listNext(ctx, letterId))) {
    // Each call lists one batch in a transaction.
  }
}

/** @returns false once all are listed */
const listNext = (ctx: Context, letterId: string): Promise<boolean> =>
  inTransaction(ctx, async (trx) => {
    const letter = await lockLetter(trx, letterId);
    if (letter?.state !== 'sending' || letter.is_listed) return false;
    const { last, added } = await listRecipients(trx, letter, listedPerBatch, ctx.now());
    const isListed = last === null;
    await updateListed(trx, letterId, { listedTo: last ?? letter.listed_to, added, isListed });
    return !isListed;
  });

/** Ends a letter that has no recipients left to send to, or that took too long. */
const finishLetter = (ctx: Context, letterId: string): Promise<void> =>
  inTransaction(ctx, async (trx) => {
    const letter = await lockLetter(trx, letterId);
    if (letter?.state !== 'sending' || !letter.is_listed) return;
    const now = ctx.now();
    const isOpen = await hasOpenRecipients(trx, letterId);
    const isTooOld = now.getTime() - Number(letter.started_at) > maxSendingMs;
    if (isOpen && !isTooOld) return;
    if ((await judgeRefusals(ctx, trx, letterId, { isEnd: !isOpen }))?.kind === 'refused') return;
    if (isOpen)
      return stopByItself(
        ctx,
        trx,
        letter,
        '开始后 48 小时没有发完，已自动停止。请检查“设置 › 邮件”，需要时点“继续发送”。',
      );
    await bookLastRefusals(ctx, trx, letterId);
    await updateState(trx, letterId, 'sent', {
      ended_at: now,
      figures: await countRecipients(trx, letterId),
    });
  });

/** State that the connections of one process share while they send a letter. */
type Run = {
  letter: LetterRow;
  pace: { perMinute: number; connections: number };
  smtp: SmtpSettings | null;
  content: { at: number; loaded: Promise<LetterContent> } | undefined;
  /** Set when the server refuses further mail for now, or the worker stops. */
  isHeld: boolean;
  hadHolds: boolean;
  /** Messages that this turn of the letter may still claim, and when it ends (`Date.now()`). */
  left: number;
  endsAt: number;
  /** When the figures are saved again (`Date.now()`). */
  countAt: number;
};

/** Sends a letter for one turn, with its share of the messages of a minute. */
async function sendLetter(
  ctx: Context,
  parts: LetterParts,
  { letter, letters }: Turn,
  signal: AbortSignal,
): Promise<void> {
  const { mail, mailPace } = await parts.settings(ctx);
  const pace = mail ? mailPace : { perMinute: 600, connections: 1 };
  const run: Run = {
    letter,
    pace,
    smtp: mail,
    content: undefined,
    isHeld: false,
    hadHolds: false,
    left: Math.ceil(pace.perMinute / letters),
    endsAt: Date.now() + turnMs,
    countAt: Date.now() + countEveryMs,
  };
  const connections = mail ? Array.from({ length: pace.connections }, () => openBulkConnection(mail)) : [];
  const claimed: Recipient[] = [];
  let claiming: Promise<void> | undefined;
  let isDone = false;
  let hasClaimed = false;
  // One connection claims recipients for all, so that a connection that hangs does not delay the others.
  const takeNext = async (): Promise<Recipient | undefined> => {
    while (claimed.length === 0 && !isDone) {
      claiming ??= claim(ctx, run)
        .then((rows) => {
          claimed.push(...rows);
          isDone = rows.length === 0;
          hasClaimed ||= !isDone;
          return countSometimes(ctx, run);
        })
        .finally(() => {
          claiming = undefined;
        });
      await claiming;
    }
    return claimed.shift();
  };
  const sendAll = async (connection: BulkConnection | undefined) => {
    while (!signal.aborted && !run.isHeld) {
      const next = await takeNext();
      if (!next) return;
      if (run.isHeld) claimed.push(next);
      else await sendOne(ctx, parts, run, next, connection);
    }
  };
  try {
    const ends = (mail ? connections : [undefined]).map((connection) =>
      sendAll(connection).catch((error: unknown) => {
        run.isHeld = true;
        throw error;
      }),
    );
    // All senders end before the error is thrown, so that none continues without its connection.
    for (const end of await Promise.allSettled(ends)) if (end.status === 'rejected') throw end.reason;
    for (const recipient of claimed) await requeue(ctx.db, recipient, ctx.now(), '');
  } finally {
    for (const connection of connections) connection.close();
  }
  if (hasClaimed) await saveFigures(ctx, letter.id);
}

/** Saves the figures while a letter is being sent, in at most a twentieth of the time. */
async function countSometimes(ctx: Context, run: Run): Promise<void> {
  const startedAt = Date.now();
  if (startedAt < run.countAt) return;
  await saveFigures(ctx, run.letter.id);
  run.countAt = Date.now() + Math.max(countEveryMs, 20 * (Date.now() - startedAt));
}

/** Claims recipients, as many as the rate of all processes together allows in this minute. */
const claim = (ctx: Context, run: Run): Promise<Recipient[]> =>
  inTransaction(ctx, async (trx) => {
    const now = ctx.now();
    if (Date.now() >= run.endsAt) return [];
    const pace = await lockPace(trx);
    if (!(await isSending(trx, run.letter.id))) return [];
    if (pace.held_until && pace.held_until > now) return [];
    run.hadHolds = pace.holds > 0;
    const minute = new Date(Math.floor(now.getTime() / minuteMs) * minuteMs);
    const used = pace.minute.getTime() === minute.getTime() ? pace.claimed : 0;
    const limit = Math.min(run.pace.connections * claimedPerConnection, run.pace.perMinute - used, run.left);
    if (limit <= 0) return [];
    const claimed = await claimRecipients(ctx, trx, run.letter.id, limit);
    if (claimed.length > 0) await updatePace(trx, minute, used + claimed.length);
    run.left -= claimed.length;
    return claimed;
  });

async function sendOne(
  ctx: Context,
  parts: LetterParts,
  run: Run,
  recipient: Recipient,
  connection: BulkConnection | undefined,
): Promise<void> {
  const { letter } = run;
  const { memberId } = recipient;
  const skip = (reason: string) => endRecipient(ctx.db, recipient, 'skipped', ctx.now(), reason);
  // Everything that decides about this person is read now, not when the recipients were listed.
  const [facts, holdings, content] = await Promise.all([
    findRecipientFacts(ctx.db, memberId, letter.subscription),
    readHoldings(ctx, memberId),
    currentContent(ctx, parts, run),
  ]);
  if (!facts?.email) return skip('没有验证过的邮箱');
  if (facts.is_blocked) return skip('账号已停用');
  if (!facts.is_subscribed) return skip('已退订');
  if (facts.is_bounced) return skip('邮箱退信');
  const composed = await composeFor(ctx, parts, content, readerOf(memberId, holdings));
  if (!composed) return skip('内容已撤回');
  const counted = content.brand.isCounted
    ? { ...composed, html: await addReadingAddresses(ctx, parts, composed.html, recipient.readingKey) }
    : composed;
  const message = await addressLetter(ctx, parts, letter, memberId, counted);
  const to = facts.email;
  const mark = () => markSending(ctx.db, recipient, ctx.now());
  if (!connection) {
    if (!(await mark())) return;
    await parts.mail.send(ctx, { to, ...message, subject: letter.subject });
    await markSent(ctx.db, recipient, ctx.now());
    return;
  }
  const messageId = `letter-${letter.id}-${memberId}@${hostOfSender(run.smtp?.from ?? '')}`;
  const outcome = await connection.send({ to, ...message, subject: letter.subject, messageId }, mark);
  if (outcome) await record(ctx, run, recipient, to, outcome);
}

function currentContent(ctx: Context, parts: LetterParts, run: Run): Promise<LetterContent> {
  const at = Date.now();
  if (!run.content || at - run.content.at > contentMs)
    run.content = { at, loaded: loadContent(ctx, parts, run.letter, { isSent: true }) };
  return run.content.loaded;
}

/** Puts a recipient's own addresses into a composed letter. */
export async function addressLetter(
  ctx: Context,
  parts: LetterParts,
  { id, subscription }: Pick<LetterRow, 'id' | 'subscription'>,
  memberId: string,
  { html, text }: { html: string; text: string },
): Promise<{ html: string; text: string; unsubscribe: string }> {
  const [token, api] = await Promise.all([
    createToken(ctx, memberId, subscription, id),
    publicApiUrl(ctx, parts, '/unsubscribe'),
  ]);
  const page = `${(await parts.settings(ctx)).site.url ?? parts.fallbackSiteUrl}/unsubscribe?token=${token}`;
  return {
    html: html.replaceAll(unsubscribePlaceholder, page),
    text: text.replaceAll(unsubscribePlaceholder, page),
    unsubscribe: `${api}?token=${token}`,
  };
}

/** Puts the addresses that count a recipient's readings into a composed letter. */
async function addReadingAddresses(
  ctx: Context,
  parts: LetterParts,
  html: string,
  key: string,
): Promise<string> {
  const opened = await publicApiUrl(ctx, parts, '/letter/opened');
  const clicked = await publicApiUrl(ctx, parts, '/letter/clicked');
  return html
    .replaceAll(openedPlaceholder, `${opened}?key=${key}`)
    .replaceAll(clickedPlaceholder, `${clicked}?key=${key}&amp;to=`);
}

async function record(
  ctx: Context,
  run: Run,
  recipient: Recipient,
  address: string,
  outcome: BulkOutcome,
): Promise<void> {
  const { db } = ctx;
  const now = ctx.now();
  switch (outcome.kind) {
    case 'sent': {
      const began = await markSent(db, recipient, now);
      if (began) await inTransaction(ctx, (trx) => bookRefusals(ctx, trx, recipient.letterId, began));
      await deleteRefusals(db, address);
      if (run.hadHolds) {
        run.hadHolds = false;
        await endHold(db);
      }
      return;
    }
    case 'unknown':
      return endRecipient(db, recipient, 'unknown', now, '邮件服务器没有答复，不再重发');
    case 'busy': {
      run.isHeld = true;
      const holdMs = await holdBack(ctx, outcome.fault);
      // Other messages are sent first, in case the server refuses only this one.
      return requeue(db, recipient, new Date(now.getTime() + holdMs + 1000), outcome.fault);
    }
    case 'badSender':
      run.isHeld = true;
      await requeue(db, recipient, now, outcome.fault);
      return inTransaction(ctx, (trx) =>
        stopForSender(ctx, trx, recipient.letterId, `邮件服务器不接受发件人（${outcome.fault}）`),
      );
    case 'deferred':
    case 'refused':
      return onRefusal(ctx, run, recipient, address, outcome);
  }
}

/** Books a refusal on its recipient for now, and holds everything if it meets everyone. */
async function onRefusal(
  ctx: Context,
  run: Run,
  recipient: Recipient,
  address: string,
  { kind, step, reply }: Extract<BulkOutcome, { kind: 'refused' | 'deferred' }>,
): Promise<void> {
  const now = ctx.now();
  const suspicion = { kind, step, ...reply, address, at: now.toISOString() };
  const waitMs = kind === 'deferred' ? deferralsMs[recipient.deferrals] : undefined;
  if (waitMs === undefined)
    await endRecipient(ctx.db, recipient, 'failed', now, reply.text, kind === 'refused' ? suspicion : null);
  else await requeue(ctx.db, recipient, new Date(now.getTime() + waitMs), reply.text, suspicion);
  const common = await inTransaction(ctx, (trx) => judgeRefusals(ctx, trx, recipient.letterId));
  // It was under way when the others held everything, for the same reason.
  if (!common && kind === 'deferred' && run.isHeld)
    await inTransaction(ctx, (trx) => requeueSuspects(trx, recipient.letterId, now));
  if (common) run.isHeld = true;
  if (common?.kind === 'deferred') await holdBack(ctx, common.text);
}

async function holdBack(ctx: Context, fault: string): Promise<number> {
  const holds = await inTransaction(ctx, async (trx) => (await lockPace(trx)).holds);
  const holdMs = backOff(holds + 1, firstHoldMs, maxHoldMs);
  const now = ctx.now();
  await holdAll(ctx.db, now, new Date(now.getTime() + holdMs), fault);
  ctx.log.warn({ holds: holds + 1 }, 'the mail server takes no letters for now');
  return holdMs;
}
