import { randomBytes } from 'node:crypto';
import { type SandboxPerson, sandboxPeople } from './wechat-people.ts';

export type SandboxMessage = {
  openId: string;
  url: string;
  data: Record<string, { value: string }>;
  id: string;
};

/** The service account of the sandbox: the messages it received, and its followers. */
export type SandboxService = {
  readonly messages: readonly SandboxMessage[];
  /** Sets whether a person follows the account; at first everyone does. */
  follow(openId: string, isFollowing: boolean): void;
  /** Invalidates every token issued so far. */
  expireTokens(): void;
  readonly issuedTokenCount: number;
};

type Application = { appId: string; secret: string; templateId: string };
type Options = { application: Application; now: () => number; issueCode: (person: SandboxPerson) => string };

const tokenMs = 7200_000;
const deduplicationMs = 600_000;
const maxMessages = 200;

const errorBody = (errcode: number, errmsg: string) => ({ errcode, errmsg: `${errmsg}, rid: sandbox` });

/** Returns a person's open id for the service account, which differs from the one for the log-in. */
export const serviceOpenId = ({ openId }: SandboxPerson): string => `s${openId}`;

/**
 * Implements WeChat's protocol for service accounts: stable token, template messages, followers, and consent without a
 * question.
 */
export function createServiceAccount({ application, now, issueCode }: Options) {
  const { appId, secret, templateId } = application;
  const messages: SandboxMessage[] = [];
  const unsubscribed = new Set<string>();
  const seenUntil = new Map<string, number>();
  let token = { word: '', until: 0 };
  let issuedTokenCount = 0;

  const checkToken = (given: string | null) =>
    given === token.word && token.until > now() ? null : errorBody(40001, 'invalid credential');

  return {
    service: {
      messages,
      follow: (openId: string, isFollowing: boolean) =>
        void (isFollowing ? unsubscribed.delete(openId) : unsubscribed.add(openId)),
      expireTokens() {
        token = { word: '', until: 0 };
      },
      get issuedTokenCount() {
        return issuedTokenCount;
      },
    } satisfies SandboxService,

    /**
     * Redirects to the site at once, as the first person of the sandbox.
     * @returns an address, or a fault
     */
    authorize(query: URLSearchParams): { address: string } | { fault: string } {
      if (query.get('appid') !== appId) return { fault: 'AppID 参数错误（10013）' };
      if (query.get('scope') !== 'snsapi_base' || query.get('response_type') !== 'code')
        return { fault: 'Scope 参数错误或没有 Scope 权限（10005）' };
      const back = URL.parse(query.get('redirect_uri') ?? '');
      const [person] = sandboxPeople;
      if (!back || !person) return { fault: 'redirect_uri 参数错误（10003）' };
      back.searchParams.set('code', issueCode(person));
      back.searchParams.set('state', query.get('state') ?? '');
      return { address: back.href };
    },

    issueToken(body: Record<string, unknown>): object {
      if (body.grant_type !== 'client_credential') return errorBody(40002, 'invalid grant_type');
      if (body.appid !== appId) return errorBody(40013, 'invalid appid');
      if (body.secret !== secret) return errorBody(40125, 'invalid appsecret');
      // A stable token stays the same until it expires or its refresh is forced.
      if (body.force_refresh === true || token.until <= now()) {
        token = { word: randomBytes(48).toString('base64url'), until: now() + tokenMs };
      }
      issuedTokenCount += 1;
      return { access_token: token.word, expires_in: Math.floor((token.until - now()) / 1000) };
    },

    findFollower(query: URLSearchParams): object {
      const refusal = checkToken(query.get('access_token'));
      if (refusal) return refusal;
      const openId = query.get('openid') ?? '';
      if (!/^s\w/.test(openId)) return errorBody(40003, 'invalid openid');
      return { subscribe: unsubscribed.has(openId) ? 0 : 1, openid: openId };
    },

    acceptMessage(query: URLSearchParams, body: Record<string, unknown>): object {
      const refusal = checkToken(query.get('access_token'));
      if (refusal) return refusal;
      const openId = String(body.touser);
      if (body.template_id !== templateId) return errorBody(40037, 'invalid template_id');
      if (unsubscribed.has(openId)) return errorBody(43004, 'require subscribe');
      const data = body.data as SandboxMessage['data'];
      const isTooLong = Object.entries(data).some(
        ([name, { value }]) => name.startsWith('thing') && (value === '' || [...value].length > 20),
      );
      if (isTooLong) return errorBody(47003, 'argument invalid! data.thing value invalid');
      const key = `${openId} ${String(body.client_msg_id)}`;
      const isDuplicate = body.client_msg_id !== undefined && (seenUntil.get(key) ?? 0) > now();
      seenUntil.set(key, now() + deduplicationMs);
      if (!isDuplicate)
        messages.push({ openId, url: String(body.url), data, id: String(body.client_msg_id) });
      if (messages.length > maxMessages) messages.shift();
      return { errcode: 0, errmsg: 'ok', msgid: messages.length };
    },
  };
}
