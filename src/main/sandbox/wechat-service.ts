import { createHash, randomBytes } from 'node:crypto';
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
  readonly issuedTicketCount: number;
  /** Takes a right from the account, as an unverified one lacks it: its calls answer 48001. */
  revoke(right: Right, isRevoked: boolean): void;
  /** Makes the next call of the account fail with this code. */
  failNext(errcode: number): void;
  /** Makes the next exchange of an OAuth code fail with this code. */
  failNextCode(errcode: number): void;
  /** Sets whether the account belongs to the open platform, so that it knows union ids. */
  setBoundToPlatform(isBound: boolean): void;
  /** Sets who uses WeChat's browser: the key of a sandbox person. */
  become(person: string): void;
  /** Verifies a signature for the JS-SDK as WeChat's client does. */
  verify(query: URLSearchParams): string;
};

type Right = 'share';

type Application = { appId: string; secret: string; templateId: string };
type Options = {
  application: Application;
  now: () => number;
  issueCode: (person: SandboxPerson, scope: string) => string;
};

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
  let ticket = { word: '', until: 0 };
  let issuedTokenCount = 0;
  let issuedTicketCount = 0;
  const revoked = new Set<Right>();
  let nextFault: number | null = null;
  let nextCodeFault: number | null = null;
  let isBoundToPlatform = true;
  let browserPerson = sandboxPeople[0] as SandboxPerson;

  function checkToken(given: string | null, right?: Right) {
    const fault = nextFault;
    nextFault = null;
    if (fault !== null) return errorBody(fault, 'as the test asked');
    if (given !== token.word) return errorBody(40001, 'invalid credential');
    if (token.until <= now()) return errorBody(42001, 'access_token expired');
    return right && revoked.has(right) ? errorBody(48001, 'api unauthorized') : null;
  }

  function verify(query: URLSearchParams): string {
    const of = (name: string) => query.get(name) ?? '';
    if (of('appId') !== appId) return 'config:fail, invalid appId';
    if (ticket.until <= now()) return 'config:fail, invalid signature';
    const signed = `jsapi_ticket=${ticket.word}&noncestr=${of('nonceStr')}&timestamp=${of('timestamp')}&url=${of('url')}`;
    const isRight = createHash('sha1').update(signed).digest('hex') === of('signature');
    return isRight && !of('url').includes('#') ? 'config:ok' : 'config:fail, invalid signature';
  }

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
      get issuedTicketCount() {
        return issuedTicketCount;
      },
      revoke: (right, isRevoked) => void (isRevoked ? revoked.add(right) : revoked.delete(right)),
      failNext(errcode) {
        nextFault = errcode;
      },
      failNextCode(errcode) {
        nextCodeFault = errcode;
      },
      setBoundToPlatform(isBound) {
        isBoundToPlatform = isBound;
      },
      become(key) {
        browserPerson = sandboxPeople.find((one) => one.key === key) ?? browserPerson;
      },
      verify,
    } satisfies SandboxService,

    takeCodeFault(): object | null {
      const fault = nextCodeFault;
      nextCodeFault = null;
      return fault === null ? null : errorBody(fault, 'as the test asked');
    },

    /** Whether the account may know the union id. */
    unionIdOf: ({ unionId }: SandboxPerson) => (isBoundToPlatform ? { unionid: unionId } : {}),

    /**
     * Redirects to the site: at once with `snsapi_base`, after a question with `snsapi_userinfo`.
     * @returns an address, the question's addresses, or a fault
     */
    authorize(
      query: URLSearchParams,
    ): { address: string } | { question: { person: SandboxPerson; address: string } } | { fault: string } {
      const scope = query.get('scope') ?? '';
      if (query.get('appid') !== appId) return { fault: 'AppID 参数错误（10013）' };
      if (!['snsapi_base', 'snsapi_userinfo'].includes(scope) || query.get('response_type') !== 'code')
        return { fault: 'Scope 参数错误或没有 Scope 权限（10005）' };
      const back = URL.parse(query.get('redirect_uri') ?? '');
      if (!back || !/^https?:$/.test(back.protocol)) return { fault: 'redirect_uri 参数错误（10003）' };
      if (!/^[a-zA-Z0-9]{0,128}$/.test(query.get('state') ?? '')) return { fault: 'state 参数错误' };
      back.searchParams.set('code', issueCode(browserPerson, scope));
      back.searchParams.set('state', query.get('state') ?? '');
      return scope === 'snsapi_base'
        ? { address: back.href }
        : { question: { person: browserPerson, address: back.href } };
    },

    issueTicket(query: URLSearchParams): object {
      const refusal = checkToken(query.get('access_token'), 'share');
      if (refusal) return refusal;
      if (query.get('type') !== 'jsapi') return errorBody(40097, 'invalid args');
      if (ticket.until <= now()) {
        ticket = { word: randomBytes(48).toString('base64url'), until: now() + tokenMs };
      }
      issuedTicketCount += 1;
      const seconds = Math.floor((ticket.until - now()) / 1000);
      return { errcode: 0, errmsg: 'ok', ticket: ticket.word, expires_in: seconds };
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
