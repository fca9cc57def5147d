import { z } from 'zod';
import type { Context } from '../context.ts';
import type { ServiceAccountSettings } from './settings.ts';
import type { IssuedToken, TokenStore } from './tokens.ts';

/** A template message: the text of each of the template's fields, and the link. */
export type TemplateMessage = {
  openId: string;
  templateId: string;
  address: string;
  fields: Readonly<Record<string, string>>;
  /** WeChat does not deliver a message with the same id twice within ten minutes. */
  idempotencyKey: string;
};

/** An error answer of WeChat: its code, 0 if it gave none, and its text. */
export class WechatFault extends Error {
  readonly code: number;

  constructor(code: number, words: string) {
    super(words);
    this.name = 'WechatFault';
    this.code = code;
  }
}

/** WeChat did not answer, or not readably: whether it did what it was asked is unknown. */
export class WechatUnknown extends WechatFault {}

/** The person behind an OAuth code. Without consent (`snsapi_base`) WeChat says nothing but the ids. */
type OauthPerson = {
  openId: string;
  /** Only if the account is bound to the open platform. */
  unionId: string | null;
  /** Null without consent (`snsapi_userinfo`). `picture` is an address, or empty. */
  profile: { nickname: string; picture: string } | null;
};

/** An article for the drafts of the account. Its pictures are those that `uploadPicture` returned. */
type WechatArticle = {
  title: string;
  author: string;
  digest: string;
  html: string;
  /** Where 阅读原文 leads. */
  link: string;
  /** A material of `addCover`. */
  coverId: string;
};

/** A picture as WeChat takes it: at most one megabyte. */
export type WechatPicture = { bytes: Uint8Array; type: 'image/jpeg' | 'image/png' };

export type ServiceAccount = {
  /** @throws WechatFault */
  send(message: TemplateMessage): Promise<void>;
  /** Exchanges an OAuth code, which works once, within five minutes. @throws WechatFault */
  findPerson(code: string): Promise<OauthPerson>;
  /** Returns whether this person follows the account; it can only message its followers. @throws WechatFault */
  isFollowedBy(openId: string): Promise<boolean>;
  /**
   * Returns the ticket that signs pages for the JS-SDK.
   * @param isRefused WeChat refused a signature with the ticket that this process has: one that was fetched more than a
   * minute ago is fetched again
   * @throws WechatFault
   */
  takeShareTicket(isRefused?: boolean): Promise<string>;
  /** Uploads a picture for articles. @returns its address at WeChat @throws WechatFault */
  uploadPicture(picture: WechatPicture): Promise<string>;
  /** Adds a picture to the permanent materials, which covers come from. @returns its media id @throws WechatFault */
  addCover(picture: WechatPicture): Promise<string>;
  /**
   * Adds an article to the drafts of the account. Must not be repeated after `WechatUnknown`.
   * @returns its media id
   * @throws WechatFault; WechatUnknown if there may be a draft
   */
  addDraft(article: WechatArticle): Promise<string>;
};

/** Returns the client of a tenant's service account; cached per settings, since it holds tokens. */
export type OpenServiceAccount = (ctx: Context, settings: ServiceAccountSettings) => ServiceAccount;

const timeoutMs = 10_000;
/** A draft or a picture has up to a megabyte. */
const uploadTimeoutMs = 30_000;
const minTicketAgeMs = 60_000;
/** WeChat's codes for a token that is no longer valid. */
const staleTokenCodes = new Set([40001, 40014, 42001]);

const failure = z.object({ errcode: z.number(), errmsg: z.string().default('') });
const tokenAnswer = z.object({ access_token: z.string().min(1).max(512), expires_in: z.number().positive() });
const ticketAnswer = z.object({ ticket: z.string().min(1).max(512), expires_in: z.number().positive() });
const oauthAnswer = z.object({
  access_token: z.string().min(1),
  openid: z.string().min(1).max(128),
  scope: z.string().default(''),
  unionid: z.string().min(1).max(128).optional(),
});
const profileAnswer = z.object({
  nickname: z.string().default(''),
  headimgurl: z.string().default(''),
  unionid: z.string().min(1).max(128).optional(),
});
const followerAnswer = z.object({ subscribe: z.number() });
const sentAnswer = z.object({ errcode: z.literal(0) });
const pictureAnswer = z.object({ url: z.url({ protocol: /^https?$/ }).max(500) });
const mediaAnswer = z.object({ media_id: z.string().min(1).max(256) });

/**
 * The publisher's service account at WeChat. Its token and its share ticket come from `tokens`, which all processes share.
 * If WeChat refuses the token nevertheless, the request is repeated once with a new one.
 */
export function openServiceAccount(
  { appId, secret, api }: ServiceAccountSettings,
  tokens: TokenStore,
): ServiceAccount {
  const requestToken = (isForced: boolean) =>
    fetchJson(
      `${api}/cgi-bin/stable_token`,
      { grant_type: 'client_credential', appid: appId, secret, force_refresh: isForced },
      tokenAnswer,
    );

  const takeToken = (refused?: string) =>
    tokens.take({
      kind: 'access_token',
      refused,
      async fetch(): Promise<IssuedToken> {
        let answer = await requestToken(false);
        // A forced refresh is allowed 20 times a day, so it is used only if WeChat still issues the refused token.
        if (answer.access_token === refused) answer = await requestToken(true);
        return { value: answer.access_token, lifeSeconds: answer.expires_in };
      },
    });

  async function withToken<T>(work: (token: string) => Promise<T>): Promise<T> {
    const token = await takeToken();
    try {
      return await work(token);
    } catch (error) {
      if (!(error instanceof WechatFault) || !staleTokenCodes.has(error.code)) throw error;
      return work(await takeToken(token));
    }
  }

  /** Makes a call of the account. A body is sent as a form if it is one, otherwise as JSON. */
  const call = <T>(
    path: string,
    answer: z.ZodType<T>,
    {
      query = {},
      body = null,
      timeout = timeoutMs,
    }: { query?: Record<string, string>; body?: object | null; timeout?: number } = {},
  ): Promise<T> =>
    withToken((token) =>
      fetchJson(
        `${api}${path}?${new URLSearchParams({ access_token: token, ...query })}`,
        body,
        answer,
        timeout,
      ),
    );

  let lastTicket: string | undefined;

  return {
    async send({ openId, templateId, address, fields, idempotencyKey }) {
      const message = {
        touser: openId,
        template_id: templateId,
        url: address,
        client_msg_id: idempotencyKey,
        data: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { value }])),
      };
      await call('/cgi-bin/message/template/send', sentAnswer, { body: message });
    },
    async findPerson(code) {
      const query = new URLSearchParams({ appid: appId, secret, code, grant_type: 'authorization_code' });
      const grant = await fetchJson(`${api}/sns/oauth2/access_token?${query}`, null, oauthAnswer);
      const ids = { openId: grant.openid, unionId: grant.unionid ?? null };
      if (!grant.scope.split(',').includes('snsapi_userinfo')) return { ...ids, profile: null };
      const about = { access_token: grant.access_token, openid: grant.openid, lang: 'zh_CN' };
      const { nickname, headimgurl, unionid } = await fetchJson(
        `${api}/sns/userinfo?${new URLSearchParams(about)}`,
        null,
        profileAnswer,
      );
      return { ...ids, unionId: unionid ?? ids.unionId, profile: { nickname, picture: headimgurl } };
    },
    async isFollowedBy(openId) {
      const query = { openid: openId, lang: 'zh_CN' };
      return (await call('/cgi-bin/user/info', followerAnswer, { query })).subscribe === 1;
    },
    async takeShareTicket(isRefused = false) {
      lastTicket = await tokens.take({
        kind: 'jsapi_ticket',
        ...(isRefused && { refused: lastTicket, minAgeMs: minTicketAgeMs }),
        async fetch() {
          const answer = await call('/cgi-bin/ticket/getticket', ticketAnswer, { query: { type: 'jsapi' } });
          return { value: answer.ticket, lifeSeconds: answer.expires_in };
        },
      });
      return lastTicket;
    },
    async uploadPicture(picture) {
      const given = { body: formOf(picture), timeout: uploadTimeoutMs };
      return (await call('/cgi-bin/media/uploadimg', pictureAnswer, given)).url;
    },
    async addCover(picture) {
      const given = { query: { type: 'image' }, body: formOf(picture), timeout: uploadTimeoutMs };
      return (await call('/cgi-bin/material/add_material', mediaAnswer, given)).media_id;
    },
    async addDraft({ title, author, digest, html, link, coverId }) {
      const article = {
        article_type: 'news',
        ...{ title, author, digest, content: html, content_source_url: link, thumb_media_id: coverId },
        need_open_comment: 0,
        only_fans_can_comment: 0,
      };
      const given = { body: { articles: [article] }, timeout: uploadTimeoutMs };
      // A fault before the article is sent leaves nothing unknown.
      await takeToken();
      const answer = await call('/cgi-bin/draft/add', mediaAnswer, given).catch((error: unknown) => {
        const isUnknown = error instanceof WechatFault && error.code === 0;
        throw isUnknown ? new WechatUnknown(0, error.message) : error;
      });
      return answer.media_id;
    },
  };
}

function formOf({ bytes, type }: WechatPicture): FormData {
  const form = new FormData();
  // WeChat judges the type by the ending of the name.
  const name = type === 'image/png' ? 'picture.png' : 'picture.jpg';
  form.set('media', new Blob([Uint8Array.from(bytes)], { type }), name);
  return form;
}

/**
 * Returns the address that leads a WeChat user through authorisation and back with a code: silently with `snsapi_base`,
 * with a question and the person's name and picture with `snsapi_userinfo`.
 */
export function wechatAuthorizeAddress(
  { appId, authorize }: ServiceAccountSettings,
  redirectUri: string,
  state: string,
  scope: 'snsapi_base' | 'snsapi_userinfo' = 'snsapi_base',
): string {
  const query = new URLSearchParams({
    appid: appId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope,
    state,
  });
  return `${authorize}/connect/oauth2/authorize?${query}#wechat_redirect`;
}

// URLs and bodies contain the secret and the token, so errors that quote them must not leave this function.
async function fetchJson<T>(
  address: string,
  body: object | null,
  schema: z.ZodType<T>,
  timeout = timeoutMs,
): Promise<T> {
  const sent =
    body instanceof FormData
      ? { body }
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const answer = await fetch(address, {
    ...(body && { method: 'POST', ...sent }),
    signal: AbortSignal.timeout(timeout),
    redirect: 'error',
  })
    .then(async (response): Promise<unknown> => JSON.parse(await response.text()))
    .catch(() => undefined);
  if (answer === undefined) throw new WechatFault(0, 'no answer');
  const failed = failure.safeParse(answer);
  if (failed.success && failed.data.errcode !== 0)
    throw new WechatFault(failed.data.errcode, failed.data.errmsg.slice(0, 200));
  const read = schema.safeParse(answer);
  if (!read.success) throw new WechatFault(0, 'unexpected response format');
  return read.data;
}
