import { z } from 'zod';
import type { ServiceAccountSettings } from './settings.ts';

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

export type ServiceAccount = {
  /** @throws WechatFault */
  send(message: TemplateMessage): Promise<void>;
  /** Returns the OpenID behind a code from `snsapi_base`. A code works once, within minutes. @throws WechatFault */
  findOpenId(code: string): Promise<string>;
  /** Returns whether this person follows the account; it can only message its followers. @throws WechatFault */
  isFollowedBy(openId: string): Promise<boolean>;
  /** Only requests a token, to test the settings. @throws WechatFault */
  check(): Promise<void>;
};

const timeoutMs = 10_000;
// WeChat accepts a token for five more minutes after it has issued the next one.
const refreshMarginMs = 300_000;
/** WeChat's codes for a token that is no longer valid. */
const staleTokenCodes = new Set([40001, 40014, 42001]);

const failure = z.object({ errcode: z.number(), errmsg: z.string().default('') });
const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number() });
const personAnswer = z.object({ openid: z.string().min(1) });
const followerAnswer = z.object({ subscribe: z.number() });
const sentAnswer = z.object({ errcode: z.literal(0) });

/**
 * The publisher's service account at WeChat. It uses stable tokens, so that several processes share one and none
 * invalidates another's. If a token is invalid nevertheless, a new one is requested once.
 */
export function openServiceAccount({ appId, secret, api }: ServiceAccountSettings): ServiceAccount {
  let cached: { token: Promise<string>; until: number } | undefined;

  function token(isForced = false): Promise<string> {
    if (cached && !isForced && cached.until > Date.now()) return cached.token;
    const request = fetchToken(isForced);
    const fresh = { token: request.then(({ access_token }) => access_token), until: Date.now() + timeoutMs };
    cached = fresh;
    request.then(
      ({ expires_in }) => {
        fresh.until = Date.now() + expires_in * 1000 - refreshMarginMs;
      },
      () => {
        if (cached === fresh) cached = undefined;
      },
    );
    return fresh.token;
  }

  const fetchToken = (isForced: boolean) =>
    fetchJson(
      `${api}/cgi-bin/stable_token`,
      { grant_type: 'client_credential', appid: appId, secret, force_refresh: isForced },
      tokenAnswer,
    );

  async function withToken<T>(work: (token: string) => Promise<T>): Promise<T> {
    try {
      return await work(await token());
    } catch (error) {
      if (!(error instanceof WechatFault) || !staleTokenCodes.has(error.code)) throw error;
      return work(await token(true));
    }
  }

  return {
    send: ({ openId, templateId, address, fields, idempotencyKey }) =>
      withToken(async (access) => {
        const message = {
          touser: openId,
          template_id: templateId,
          url: address,
          client_msg_id: idempotencyKey,
          data: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { value }])),
        };
        const query = new URLSearchParams({ access_token: access });
        await fetchJson(`${api}/cgi-bin/message/template/send?${query}`, message, sentAnswer);
      }),
    async findOpenId(code) {
      const query = { appid: appId, secret, code, grant_type: 'authorization_code' };
      const person = await fetchJson(
        `${api}/sns/oauth2/access_token?${new URLSearchParams(query)}`,
        null,
        personAnswer,
      );
      return person.openid;
    },
    isFollowedBy: (openId) =>
      withToken(async (access) => {
        const query = new URLSearchParams({ access_token: access, openid: openId, lang: 'zh_CN' });
        const { subscribe } = await fetchJson(`${api}/cgi-bin/user/info?${query}`, null, followerAnswer);
        return subscribe === 1;
      }),
    async check() {
      await fetchToken(false);
    },
  };
}

/** Returns the address that leads a WeChat user through silent authorisation (`snsapi_base`) and back with a code. */
export function wechatAuthorizeAddress(
  { appId, authorize }: ServiceAccountSettings,
  redirectUri: string,
  state: string,
): string {
  const query = new URLSearchParams({
    appid: appId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'snsapi_base',
    state,
  });
  return `${authorize}/connect/oauth2/authorize?${query}#wechat_redirect`;
}

// URLs and bodies contain the secret and the token, so errors that quote them must not leave this function.
async function fetchJson<T>(address: string, body: object | null, schema: z.ZodType<T>): Promise<T> {
  const answer = await fetch(address, {
    ...(body && {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
    signal: AbortSignal.timeout(timeoutMs),
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
