import { readLiveVersion, readOpenPost } from '#features/posts/index.ts';
import type { Context } from '#kernel/context.ts';
import { backOff, whileLeased } from '#kernel/db/queue.ts';
import { DomainError } from '#kernel/errors.ts';
import { type ServiceAccount, WechatFault, WechatUnknown } from '#kernel/wechat/service-account.ts';
import { dayMs, hourMs } from '#shared/dates.ts';
import { lengthFault, linkOf, writeArticle } from './article.ts';
import { type Explained, explainFault } from './explain-fault.ts';
import type { DraftParts } from './parts.ts';
import { putPicture } from './pictures.ts';
import {
  type Change,
  claimDraft,
  type Draft,
  deleteOld,
  deletePicture,
  draftQueue,
  markUnknown,
  updateHeld,
  updateSent,
} from './queries.ts';

const [firstRetryMs, maxRetryMs] = [60_000, hourMs];
/** Waits 1, 2, 4 … minutes, some two hours altogether; then it failed. */
const maxFailures = 7;
/** Longer than a request for a token and one for a draft may take. */
const unknownAfterMs = 5 * 60_000;
const retentionMs = 180 * dayMs;

const lostAnswer = '没有收到微信的回答，草稿可能已经建好；请先到公众号后台的草稿箱核对，没有再重发';

/** A draft that cannot be made, with the reason for staff. */
class DraftFailure extends Error {
  readonly explained: Explained;
  constructor(explained: Explained) {
    super(explained.text);
    this.explained = explained;
  }
}
const failure = (text: string) => new DraftFailure({ text, isTemporary: false, isPicture: false });

/**
 * Sends the drafts that are due to WeChat. Safe in several processes at once. A process that ends while it uploads is
 * continued by another; one that ends between the request for the draft and its answer leaves the outcome unknown, and
 * nothing is sent again (docs/product.md §22).
 */
export async function sendDrafts(ctx: Context, parts: DraftParts, signal: AbortSignal): Promise<void> {
  const now = ctx.now();
  await markUnknown(ctx.db, new Date(now.getTime() - unknownAfterMs), now, lostAnswer);
  while (!signal.aborted) {
    const draft = await claimDraft(ctx);
    if (!draft) return;
    await whileLeased(ctx, draftQueue, draft, () => sendClaimed(ctx, parts, draft, signal), signal);
  }
}

/** Forgets drafts, and pictures that no draft used, after half a year. */
export const tidyDrafts = (ctx: Context): Promise<void> =>
  deleteOld(ctx.db, new Date(ctx.now().getTime() - retentionMs));

async function sendClaimed(
  ctx: Context,
  parts: DraftParts,
  draft: Draft,
  signal: AbortSignal,
): Promise<void> {
  try {
    await sendDraft(ctx, parts, draft, signal);
  } catch (error) {
    const isOurs = !(error instanceof WechatFault) && !(error instanceof DraftFailure);
    if (isOurs) ctx.log.error({ err: error, draft: draft.id }, 'a draft for WeChat could not be sent');
    const change = outcomeOf(error, draft, ctx.now());
    // Changes a draft before its article left, or else one that WeChat answered. After a fault of our own the article may
    // have left, so only the first is right.
    if (!(await updateHeld(ctx.db, draft, change)) && !isOurs) await updateSent(ctx.db, draft, change);
  }
}

/** Decides the state of a draft after a fault: waiting for another attempt, failed, or unknown. */
function outcomeOf(error: unknown, { failures }: Draft, now: Date): Change {
  if (error instanceof WechatUnknown) return { state: 'unknown', ended_at: now, fault: lostAnswer };
  const { text, isTemporary } = explain(error);
  const count = { fault: text, failures: failures + 1 };
  if (isTemporary && failures < maxFailures)
    return {
      ...{ ...count, state: 'waiting' },
      due_at: new Date(now.getTime() + backOff(failures + 1, firstRetryMs, maxRetryMs)),
    };
  const is_without_right = error instanceof WechatFault && error.code === 48001;
  return { ...count, state: 'failed', ended_at: now, is_without_right };
}

function explain(error: unknown): Explained {
  if (error instanceof DraftFailure) return error.explained;
  if (error instanceof WechatFault) return explainFault(error);
  const text = error instanceof DomainError ? error.message : '发送时出错';
  return { text, isTemporary: true, isPicture: false };
}

async function sendDraft(ctx: Context, parts: DraftParts, draft: Draft, signal: AbortSignal): Promise<void> {
  const settings = await parts.settings(ctx);
  const { wechatService, site } = settings;
  if (!wechatService) throw failure('没有配置微信服务号，请到设置里填写');
  const base = site.url;
  if (!base) throw failure('没有填网站地址，文末的链接和二维码会打不开；请到设置里填写');
  const post = await readOpenPost(ctx, draft.post_id);
  if (!post) throw failure('稿件已经撤回或删除，没有发送');
  // Read after the content, which therefore is not newer than this version.
  if ((await readLiveVersion(ctx, post.id)) !== draft.version)
    throw failure('稿件在排队时又发布了新的一版，没有发送；重试会发新的一版');
  const link = await linkOf(ctx, parts, post, base);
  const input = { post, settings, base, link };
  const { pictures } = await writeArticle(input);
  const account = { appId: wechatService.appId, client: parts.serviceAccount(ctx, wechatService) };
  const progress = { pictures: pictures.length + 2, uploaded: 0, missing: [] as string[], fault: '' };
  const sent = new Map<string, string | null>();
  // Stops as soon as another process has the claim, or the worker is to end.
  const goesOn = async () => !signal.aborted && (await updateHeld(ctx.db, draft, progress));
  for (const [index, { src, alt }] of pictures.entries()) {
    if (!(await goesOn())) return;
    const bytes = await readPicture(ctx, parts, src);
    const put = bytes && (await putContent(ctx, account, bytes));
    sent.set(src, put ?? null);
    if (!put) progress.missing.push(`第 ${index + 1} 张${alt && `（${alt.slice(0, 30)}）`}`);
    progress.uploaded += 1;
  }
  if (!(await goesOn())) return;
  const drawn = await parts.share.drawCode(link);
  const code = drawn && (await putContent(ctx, account, drawn));
  progress.uploaded += 1;
  if (!(await goesOn())) return;
  const cover = await putCover(ctx, parts, account, { post, base });
  progress.uploaded += 1;
  const { html } = await writeArticle({ ...input, sent: { pictures: sent, code: code ?? '' } });
  const fault = lengthFault(html);
  if (fault) throw failure(fault);
  // Uploads take minutes, in which the post may be withdrawn or locked.
  if ((await readOpenPost(ctx, post.id))?.html !== post.html)
    throw failure('稿件在上传图片时改了，没有发送；重试会发现在的内容');
  if (signal.aborted) return;
  if (!(await updateHeld(ctx.db, draft, { ...progress, state: 'sending', sending_at: ctx.now() }))) return;
  const { title, author, digest } = draft;
  const mediaId = await account.client
    .addDraft({ title, author, digest, html, link, coverId: cover.reference })
    .catch(async (error: unknown) => {
      if (!(error instanceof WechatFault) || error.code !== 40007) throw error;
      // Staff may have deleted the material in WeChat; another attempt uploads the cover again.
      await deletePicture(ctx.db, cover.key);
      throw new DraftFailure({ ...explainFault(error), isTemporary: cover.isStored });
    });
  await updateSent(ctx.db, draft, { state: 'done', media_id: mediaId, ended_at: ctx.now(), fault: '' });
  ctx.log.info({ draft: draft.id, post: post.id }, 'a draft was made in WeChat');
}

/** Reads a picture of this site; null for one of another site, or one that is gone. */
async function readPicture(ctx: Context, { files }: DraftParts, src: string): Promise<Buffer | null> {
  const address = src.split(/[?#]/, 1)[0] ?? '';
  return address.startsWith('/files/') ? files.read(ctx.tenant.id, address) : null;
}

type Account = { appId: string; client: ServiceAccount };

/** @returns null for a picture that cannot be decoded or that WeChat refuses */
async function putContent(ctx: Context, account: Account, bytes: Buffer): Promise<string | null> {
  try {
    return (await putPicture(ctx, account, 'content', bytes))?.reference ?? null;
  } catch (error) {
    if (error instanceof WechatFault && explainFault(error).isPicture) return null;
    throw error;
  }
}

/** Uploads the cover of a post, or the drawn card if it has none that can be decoded. */
async function putCover(
  ctx: Context,
  parts: DraftParts,
  account: Account,
  { post, base }: Pick<Parameters<typeof writeArticle>[0], 'post' | 'base'>,
) {
  const own = post.cover ? await readPicture(ctx, parts, post.cover) : null;
  const put = own && (await putPicture(ctx, account, 'cover', own));
  if (put) return put;
  const card = await parts.share.drawCard(ctx, post, base);
  const drawn = card && (await putPicture(ctx, account, 'cover', card));
  if (!drawn) throw failure('封面没有画成，请给稿件设一张封面再发');
  return drawn;
}
