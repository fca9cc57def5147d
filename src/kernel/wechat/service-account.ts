import { z } from 'zod';
import type { ServiceAccountSettings } from './settings.ts';

/** A template message: what each of the template's own fields says, and where a tap leads. */
export type TemplateMessage = {
  openId: string;
  templateId: string;
  address: string;
  fields: Readonly<Record<string, string>>;
  /** The same one is not delivered twice within ten minutes, as WeChat promises. */
  onceId: string;
};

/** What WeChat answered instead: its number, 0 where it gave none, and its words. */
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
  /** Who is behind a code that WeChat gave with `snsapi_base`, once and within minutes. @throws WechatFault */
  findOpenId(code: string): Promise<string>;
  /** Whether this person follows the account, which may write to nobody else. @throws WechatFault */
  isFollowedBy(openId: string): Promise<boolean>;
  /** Asks for a token alone. @throws WechatFault */
  check(): Promise<void>;
};

const timeoutMs = 10_000;
// WeChat goes on honouring a token for five minutes after it gave the next one.
const spareMs = 300_000;
/** What WeChat says of a token that it no longer knows. */
const staleToken = new Set([40001, 40014, 42001]);

const failure = z.object({ errcode: z.number(), errmsg: z.string().default('') });
const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number() });
const personAnswer = z.object({ openid: z.string().min(1) });
const followerAnswer = z.object({ subscribe: z.number() });
const sentAnswer = z.object({ errcode: z.literal(0) });

/**
 * The publisher's service account at WeChat. Its token is asked for as a stable one, so that several processes share
 * it and none makes another's stale; one that is stale all the same is asked for anew, once.
 */
export function openServiceAccount({ appId, secret, api }: ServiceAccountSettings): ServiceAccount {
  let held: { token: Promise<string>; until: number } | undefined;

  function token(isForced = false): Promise<string> {
    if (held && !isForced && held.until > Date.now()) return held.token;
    const asked = askToken(isForced);
    const fresh = { token: asked.then(({ access_token }) => access_token), until: Date.now() + timeoutMs };
    held = fresh;
    asked.then(
      ({ expires_in }) => {
        fresh.until = Date.now() + expires_in * 1000 - spareMs;
      },
      () => {
        if (held === fresh) held = undefined;
      },
    );
    return fresh.token;
  }

  const askToken = (isForced: boolean) =>
    ask(
      `${api}/cgi-bin/stable_token`,
      { grant_type: 'client_credential', appid: appId, secret, force_refresh: isForced },
      tokenAnswer,
    );

  async function withToken<T>(work: (token: string) => Promise<T>): Promise<T> {
    try {
      return await work(await token());
    } catch (error) {
      if (!(error instanceof WechatFault) || !staleToken.has(error.code)) throw error;
      return work(await token(true));
    }
  }

  return {
    send: ({ openId, templateId, address, fields, onceId }) =>
      withToken(async (access) => {
        const message = {
          touser: openId,
          template_id: templateId,
          url: address,
          client_msg_id: onceId,
          data: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { value }])),
        };
        const query = new URLSearchParams({ access_token: access });
        await ask(`${api}/cgi-bin/message/template/send?${query}`, message, sentAnswer);
      }),
    async findOpenId(code) {
      const query = { appid: appId, secret, code, grant_type: 'authorization_code' };
      const person = await ask(
        `${api}/sns/oauth2/access_token?${new URLSearchParams(query)}`,
        null,
        personAnswer,
      );
      return person.openid;
    },
    isFollowedBy: (openId) =>
      withToken(async (access) => {
        const query = new URLSearchParams({ access_token: access, openid: openId, lang: 'zh_CN' });
        const { subscribe } = await ask(`${api}/cgi-bin/user/info?${query}`, null, followerAnswer);
        return subscribe === 1;
      }),
    async check() {
      await askToken(false);
    },
  };
}

/** Where somebody inside WeChat is sent, to come back with a code that says who they are and asks them nothing. */
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

// Addresses and bodies hold secret and token: no error that quotes them may go anywhere.
async function ask<T>(address: string, body: object | null, schema: z.ZodType<T>): Promise<T> {
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
  if (!read.success) throw new WechatFault(0, 'an answer that is not understood');
  return read.data;
}
