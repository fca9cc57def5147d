import { randomBytes } from 'node:crypto';
import { type SandboxPerson, sandboxPeople } from './wechat-people.ts';

/** A message as the stand-in took it. */
export type SandboxMessage = {
  openId: string;
  url: string;
  data: Record<string, { value: string }>;
  id: string;
};

/** The service account of the stand-in: what it was asked to send, and who follows it. */
export type SandboxService = {
  readonly messages: readonly SandboxMessage[];
  /** Follows from now on, or no longer; at first everybody does. */
  follow(openId: string, isFollowing: boolean): void;
  /** Makes every token given so far one that WeChat no longer knows. */
  forgetTokens(): void;
  /** How often a token was asked for. */
  readonly tokensGiven: number;
};

type Application = { appId: string; secret: string; templateId: string };
type Options = { application: Application; now: () => number; keepCode: (person: SandboxPerson) => string };

const tokenMs = 7200_000;
const onceMs = 600_000;
const most = 200;

const fault = (errcode: number, errmsg: string) => ({ errcode, errmsg: `${errmsg}, rid: sandbox` });

/** What a person is called with the service account: not what they are called with the log-in. */
export const serviceOpenId = ({ openId }: SandboxPerson): string => `s${openId}`;

/** WeChat's protocol for service accounts: stable token, template messages, followers, and consent that asks nobody. */
export function serviceStandIn({ application, now, keepCode }: Options) {
  const { appId, secret, templateId } = application;
  const messages: SandboxMessage[] = [];
  const strangers = new Set<string>();
  const once = new Map<string, number>();
  let token = { word: '', until: 0 };
  let tokensGiven = 0;

  const refuse = (given: string | null) =>
    given === token.word && token.until > now() ? null : fault(40001, 'invalid credential');

  return {
    service: {
      messages,
      follow: (openId: string, isFollowing: boolean) =>
        void (isFollowing ? strangers.delete(openId) : strangers.add(openId)),
      forgetTokens() {
        token = { word: '', until: 0 };
      },
      get tokensGiven() {
        return tokensGiven;
      },
    } satisfies SandboxService,

    /** Back to the site at once, as whoever is first among the people of the stand-in. @returns an address, or a fault */
    authorize(query: URLSearchParams): { address: string } | { fault: string } {
      if (query.get('appid') !== appId) return { fault: 'AppID 参数错误（10013）' };
      if (query.get('scope') !== 'snsapi_base' || query.get('response_type') !== 'code')
        return { fault: 'Scope 参数错误或没有 Scope 权限（10005）' };
      const back = URL.parse(query.get('redirect_uri') ?? '');
      const [person] = sandboxPeople;
      if (!back || !person) return { fault: 'redirect_uri 参数错误（10003）' };
      back.searchParams.set('code', keepCode(person));
      back.searchParams.set('state', query.get('state') ?? '');
      return { address: back.href };
    },

    giveToken(body: Record<string, unknown>): object {
      if (body.grant_type !== 'client_credential') return fault(40002, 'invalid grant_type');
      if (body.appid !== appId) return fault(40013, 'invalid appid');
      if (body.secret !== secret) return fault(40125, 'invalid appsecret');
      // A stable token stays the same until it runs out or is forced.
      if (body.force_refresh === true || token.until <= now()) {
        token = { word: randomBytes(48).toString('base64url'), until: now() + tokenMs };
      }
      tokensGiven += 1;
      return { access_token: token.word, expires_in: Math.floor((token.until - now()) / 1000) };
    },

    tellFollower(query: URLSearchParams): object {
      const refusal = refuse(query.get('access_token'));
      if (refusal) return refusal;
      const openId = query.get('openid') ?? '';
      if (!/^s\w/.test(openId)) return fault(40003, 'invalid openid');
      return { subscribe: strangers.has(openId) ? 0 : 1, openid: openId };
    },

    takeMessage(query: URLSearchParams, body: Record<string, unknown>): object {
      const refusal = refuse(query.get('access_token'));
      if (refusal) return refusal;
      const openId = String(body.touser);
      if (body.template_id !== templateId) return fault(40037, 'invalid template_id');
      if (strangers.has(openId)) return fault(43004, 'require subscribe');
      const data = body.data as SandboxMessage['data'];
      const isTooLong = Object.entries(data).some(
        ([name, { value }]) => name.startsWith('thing') && (value === '' || [...value].length > 20),
      );
      if (isTooLong) return fault(47003, 'argument invalid! data.thing value invalid');
      const key = `${openId} ${String(body.client_msg_id)}`;
      const isAgain = body.client_msg_id !== undefined && (once.get(key) ?? 0) > now();
      once.set(key, now() + onceMs);
      if (!isAgain) messages.push({ openId, url: String(body.url), data, id: String(body.client_msg_id) });
      if (messages.length > most) messages.shift();
      return { errcode: 0, errmsg: 'ok', msgid: messages.length };
    },
  };
}
