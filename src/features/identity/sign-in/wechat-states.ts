import { timingSafeEqual } from 'node:crypto';
import type { Context } from '#kernel/context.ts';
import { invalid, notFound, unauthenticated } from '#kernel/errors.ts';
import type { Origin } from '#kernel/http/calls.ts';
import { readCookie, setCookie } from '#kernel/http/cookies.ts';
import type { IdentityParts } from '../parts.ts';
import type { WechatParameters } from '../schema.ts';
import { hashToken, newToken } from '../sessions.ts';
import { deleteOauthState, insertOauthState } from './wechat-queries.ts';

const cookieName = 'GL-OAUTH';
const lifeSeconds = 600;

export type Purpose = 'login' | 'bind';

/**
 * Returns the parameters of the WeChat frame. The state is random and valid once, for ten minutes, for this purpose and
 * for the browser that holds the cookie; a second frame in the same browser keeps the first state valid.
 * @throws notFound where the publisher has no WeChat log-in; unauthenticated for `bind` without a session
 */
export async function createWechatParameters(
  ctx: Context,
  { settings, apiBase }: IdentityParts,
  purpose: Purpose,
  origin: Origin,
): Promise<WechatParameters> {
  const { wechat, site } = await settings(ctx);
  if (!wechat) throw notFound('本站没有开通微信登录');
  const { actor } = ctx;
  if (purpose === 'bind' && actor.kind !== 'member') throw unauthenticated();
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
  return {
    appId: wechat.appId,
    scope: 'snsapi_login',
    redirectUri: `${site.url ?? siteOf(origin)}${apiBase}/blade-auth/oauth/callback/wechat`,
    state,
    origin: wechat.frame,
  };
}

/**
 * Consumes the state of a redirect, whether or not it is accepted: a state tried in another browser is spent.
 * @throws invalid unless it belongs to this browser, purpose and member
 */
export async function consumeState(
  ctx: Context,
  state: string | undefined,
  purpose: Purpose,
  origin: Origin,
): Promise<void> {
  const row = state ? await deleteOauthState(ctx.db, hashToken(state), ctx.now()) : undefined;
  const cookie = readCookie(origin, cookieName);
  const memberId = ctx.actor.kind === 'member' ? ctx.actor.memberId : null;
  const isOwn =
    row !== undefined &&
    cookie !== undefined &&
    timingSafeEqual(row.cookie_hash, hashToken(cookie)) &&
    row.purpose === purpose &&
    (purpose === 'login' || row.member_id === memberId);
  if (!isOwn) throw invalid('微信登录状态已失效或不属于这个浏览器，请重新扫码', 'state');
}

// Without the default port of the scheme: WeChat compares the addresses character by character.
const siteOf = ({ site }: Origin): string => URL.parse(site)?.origin ?? site;
