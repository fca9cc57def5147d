import { timingSafeEqual } from 'node:crypto';
import type { Context } from '#kernel/context.ts';
import { invalid, notFound, unauthenticated } from '#kernel/errors.ts';
import type { Origin } from '#kernel/http/calls.ts';
import { readCookie, setCookie } from '#kernel/http/cookies.ts';
import { wechatAuthorizeAddress } from '#kernel/wechat/service-account.ts';
import { type Exchanged, repeatMs } from '../derived-tokens.ts';
import type { IdentityParts } from '../parts.ts';
import type { WechatParameters } from '../schema.ts';
import { hashToken, newToken } from '../sessions.ts';
import { claimOauthState, deleteOauthState, findUsedOauthState, insertOauthState } from './wechat-queries.ts';

const cookieName = 'GL-OAUTH';
const lifeSeconds = 600;

/** `inside`: a log-in inside WeChat, through the service account. */
export type Purpose = 'login' | 'bind' | 'inside';

/**
 * Returns the parameters of the WeChat frame. @throws notFound where the publisher has no WeChat log-in; unauthenticated
 * for `bind` without a session
 */
export async function createWechatParameters(
  ctx: Context,
  parts: IdentityParts,
  purpose: 'login' | 'bind',
  origin: Origin,
): Promise<WechatParameters> {
  const { wechat } = await parts.settings(ctx);
  if (!wechat) throw notFound('本站没有开通微信登录');
  if (purpose === 'bind' && ctx.actor.kind !== 'member') throw unauthenticated();
  return {
    appId: wechat.appId,
    scope: 'snsapi_login',
    redirectUri: await callbackAddress(ctx, parts, origin),
    state: await createState(ctx, purpose, origin),
    origin: wechat.frame,
  };
}

/**
 * Returns the address at WeChat that identifies a reader inside WeChat and leads back to the callback page, which returns
 * to `returnTo`. @throws notFound where the publisher does not offer this log-in
 */
export async function createAuthorizeAddress(
  ctx: Context,
  parts: Pick<IdentityParts, 'settings' | 'apiBase'>,
  { returnTo, scope }: { returnTo: string; scope: 'snsapi_base' | 'snsapi_userinfo' },
  origin: Origin,
): Promise<string> {
  const { wechatService } = await parts.settings(ctx);
  if (!wechatService?.hasLogin) throw notFound('本站没有开通微信一键登录');
  const callback = await callbackAddress(ctx, parts, origin);
  const redirectUri = returnTo === '' ? callback : `${callback}?to=${encodeURIComponent(returnTo)}`;
  return wechatAuthorizeAddress(wechatService, redirectUri, await createState(ctx, 'inside', origin), scope);
}

/**
 * Creates a state. It is random and valid once, for ten minutes, for this purpose and for the browser that holds the
 * cookie; a second one in the same browser keeps the first valid.
 */
async function createState(ctx: Context, purpose: Purpose, origin: Origin): Promise<string> {
  const { actor } = ctx;
  // WeChat allows 128 characters of [A-Za-z0-9]; this is 64 hexadecimal digits.
  const state = hashToken(newToken()).toString('hex');
  const cookie = readCookie(origin, cookieName) ?? newToken();
  await insertOauthState(ctx.db, {
    state_hash: hashToken(state),
    cookie_hash: hashToken(cookie),
    purpose,
    member_id: purpose === 'bind' && actor.kind === 'member' ? actor.memberId : null,
    expires_at: new Date(ctx.now().getTime() + lifeSeconds * 1000),
  });
  setCookie(origin, { name: cookieName, value: cookie, maxAgeSeconds: lifeSeconds });
  return state;
}

async function callbackAddress(
  ctx: Context,
  { settings, apiBase }: Pick<IdentityParts, 'settings' | 'apiBase'>,
  origin: Origin,
): Promise<string> {
  const { site } = await settings(ctx);
  return `${site.url ?? siteOf(origin)}${apiBase}/blade-auth/oauth/callback/wechat`;
}

/** What WeChat's redirect contains. */
export type WechatScan = { code: string; state: string | undefined };

/** A code of WeChat that this browser may exchange. */
export type CodeExchange = {
  purpose: Purpose;
  stateHash: Buffer;
  /** Known to this browser alone; the result of the exchange derives from it. */
  exchanged: Exchanged;
  /** Whether the same browser has begun this exchange before, less than `repeatMs` ago. */
  isRepeated: boolean;
};

/**
 * Claims the state of a redirect for its code, whether or not it is accepted: a state tried in another browser is spent.
 * The same browser may repeat the exchange of the same code, since it may load the callback again before the answer.
 * @throws invalid unless the state belongs to this browser, to one of `purposes` and to this member
 */
export async function claimState(
  ctx: Context,
  { state = '', code }: WechatScan,
  purposes: readonly Purpose[],
  origin: Origin,
): Promise<CodeExchange> {
  const stateHash = hashToken(state);
  const codeHash = hashToken(code);
  const now = ctx.now();
  const until = new Date(now.getTime() + repeatMs);
  const claimed = await claimOauthState(ctx.db, stateHash, codeHash, { now, until });
  const row = claimed ?? (await findUsedOauthState(ctx.db, stateHash, codeHash, now));
  const cookie = readCookie(origin, cookieName);
  const memberId = ctx.actor.kind === 'member' ? ctx.actor.memberId : null;
  const isOwn =
    row !== undefined &&
    cookie !== undefined &&
    timingSafeEqual(row.cookie_hash, hashToken(cookie)) &&
    purposes.includes(row.purpose as Purpose) &&
    (row.purpose !== 'bind' || row.member_id === memberId);
  if (!isOwn) {
    if (claimed) await deleteOauthState(ctx.db, stateHash);
    throw stateExpired();
  }
  const exchanged = ['wechat', cookie, state, code];
  return { purpose: row.purpose as Purpose, stateHash, exchanged, isRepeated: claimed === undefined };
}

/** The error for a state that is unknown, expired, used, or of another browser. */
export const stateExpired = () => invalid('微信登录状态已失效或不属于这个浏览器，请重新登录', 'state');

// Without the default port of the scheme: WeChat compares the addresses character by character.
const siteOf = ({ site }: Origin): string => URL.parse(site)?.origin ?? site;
