import { timingSafeEqual } from 'node:crypto';
import type { Context } from '#kernel/context.ts';
import { invalid, notFound, unauthenticated } from '#kernel/errors.ts';
import type { Origin } from '#kernel/http/calls.ts';
import { readCookie, setCookie } from '#kernel/http/cookies.ts';
import type { IdentityParts } from '../parts.ts';
import type { WechatParameters } from '../schema.ts';
import { hashToken, newToken } from '../sessions.ts';
import { deleteState, insertState } from './wechat-queries.ts';

const cookieName = 'GL-OAUTH';
const lifeSeconds = 600;

export type Purpose = 'login' | 'bind';

/**
 * What the WeChat frame is opened with. The state is random, good once, for ten minutes, for this purpose, and
 * for the browser that gets the cookie; a second frame of the same browser keeps the first one's good.
 * @throws notFound where the publisher has no WeChat log-in; unauthenticated for `bind` without a session
 */
export async function openWechat(
  ctx: Context,
  { settings, apiBase }: IdentityParts,
  purpose: Purpose,
  origin: Origin,
): Promise<WechatParameters> {
  const { wechat, site } = await settings(ctx);
  if (!wechat) throw notFound('本站没有开通微信登录');
  const { actor } = ctx;
  if (purpose === 'bind' && actor.kind !== 'member') throw unauthenticated();
  // At most 128 of [A-Za-z0-9] (WeChat): 64 hexadecimal digits.
  const state = hashToken(newToken()).toString('hex');
  const cookie = readCookie(origin, cookieName) ?? newToken();
  await insertState(ctx.db, {
    state_hash: hashToken(state),
    cookie_hash: hashToken(cookie),
    purpose,
    member_id: purpose === 'bind' && actor.kind === 'member' ? actor.memberId : null,
    expires_at: new Date(ctx.now().getTime() + lifeSeconds * 1000),
  });
  setCookie(origin, { name: cookieName, value: cookie, maxAgeSeconds: lifeSeconds });
  return {
    appId: wechat.appId,
    scope: 'snsapi_login',
    redirectUri: `${site.url ?? siteOf(origin)}${apiBase}/blade-auth/oauth/callback/wechat`,
    state,
    origin: wechat.frame,
  };
}

/**
 * Takes back a state that came home. It is gone then, whatever comes of it: who tries another browser's state
 * spends it. @throws invalid unless it is this browser's, for this purpose, and of this member
 */
export async function spendState(
  ctx: Context,
  state: string | undefined,
  purpose: Purpose,
  origin: Origin,
): Promise<void> {
  const row = state ? await deleteState(ctx.db, hashToken(state), ctx.now()) : undefined;
  const own = readCookie(origin, cookieName);
  const memberId = ctx.actor.kind === 'member' ? ctx.actor.memberId : null;
  const isOwn =
    row !== undefined &&
    own !== undefined &&
    timingSafeEqual(row.cookie_hash, hashToken(own)) &&
    row.purpose === purpose &&
    (purpose === 'login' || row.member_id === memberId);
  if (!isOwn) throw invalid('微信登录状态（state）已失效或不属于这个浏览器，请重新扫码');
}

// Without a port that its scheme implies: WeChat compares addresses letter by letter.
const siteOf = ({ site }: Origin): string => URL.parse(site)?.origin ?? site;
