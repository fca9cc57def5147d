import { createHash, randomBytes } from 'node:crypto';
import { type SandboxPerson, sandboxPeople } from './wechat-people.ts';

export type SandboxMessage = {
  openId: string;
  url: string;
  data: Record<string, { value: string }>;
  id: string;
};

/** A draft as the account shows it: without scripts, and without pictures that were not uploaded to it. */
type SandboxDraft = Record<'title' | 'author' | 'digest' | 'content' | 'link' | 'coverId', string>;

/** The service account of the sandbox: the messages and drafts it received, and its followers. */
export type SandboxService = {
  readonly messages: readonly SandboxMessage[];
  readonly drafts: readonly SandboxDraft[];
  /** How many pictures and covers it received. */
  readonly uploadCount: number;
  /** Makes the draft of the next call, but ends the connection instead of answering. */
  loseNextDraft(): void;
  /** Deletes the materials, as staff may do in WeChat. */
  deleteMaterials(): void;
  /** Sets whether a person follows the account; at first everyone does. */
  follow(openId: string, isFollowing: boolean): void;
  /** Invalidates every token issued so far. */
  expireTokens(): void;
  readonly issuedTokenCount: number;
  readonly issuedTicketCount: number;
  /** Takes a right from the account, as an unverified one lacks it: its calls answer 48001. */
  revoke(right: Right, isRevoked: boolean): void;
  /** Makes the next call of the account fail with this code; with a path, the next call of that. */
  failNext(errcode: number, path?: string): void;
  /** Makes the next exchange of an OAuth code fail with this code. */
  failNextCode(errcode: number): void;
  /** Sets whether the account belongs to the open platform, so that it knows union ids. */
  setBoundToPlatform(isBound: boolean): void;
  /** Sets who uses WeChat's browser: the key of a sandbox person. */
  become(person: string): void;
  /** Verifies a signature for the JS-SDK as WeChat's client does. */
  verify(query: URLSearchParams): string;
};

type Right = 'share' | 'draft';

type Application = { appId: string; secret: string; templateId: string };
type Options = {
  application: Application;
  now: () => number;
  issueCode: (person: SandboxPerson, scope: string) => string;
};

const tokenMs = 7200_000;
const deduplicationMs = 600_000;
const maxMessages = 200;
const maxDrafts = 100;
const megabyte = 1024 * 1024;

const errorBody = (errcode: number, errmsg: string) => ({ errcode, errmsg: `${errmsg}, rid: sandbox` });

/** Returns a person's open id for the service account, which differs from the one for the log-in. */
export const serviceOpenId = ({ openId }: SandboxPerson): string => `s${openId}`;

/**
 * Implements WeChat's protocol for service accounts: stable token, template messages, followers, consent without a
 * question, pictures and drafts.
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
  let nextFault: { errcode: number; path: string | undefined } | null = null;
  const drafts: SandboxDraft[] = [];
  const pictureUrls = new Set<string>();
  const materials = new Set<string>();
  let uploadCount = 0;
  let isNextDraftLost = false;
  let nextCodeFault: number | null = null;
  let isBoundToPlatform = true;
  let browserPerson = sandboxPeople[0] as SandboxPerson;

  function checkToken(given: string | null, right?: Right, path?: string) {
    if (nextFault && (nextFault.path === undefined || nextFault.path === path)) {
      const { errcode } = nextFault;
      nextFault = null;
      return errorBody(errcode, 'as the test asked');
    }
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
      failNext(errcode, path) {
        nextFault = { errcode, path };
      },
      drafts,
      get uploadCount() {
        return uploadCount;
      },
      loseNextDraft() {
        isNextDraftLost = true;
      },
      deleteMaterials: () => materials.clear(),
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

    /** Takes a picture for articles: JPG or PNG of at most 1 MB. */
    acceptPicture(query: URLSearchParams, media: Uint8Array | null): object {
      const refusal =
        checkToken(query.get('access_token'), 'draft', '/cgi-bin/media/uploadimg') ?? checkPicture(media, 1);
      if (refusal) return refusal;
      uploadCount += 1;
      const url = `http://mmbiz.qpic.cn/sz_mmbiz/${randomBytes(48).toString('base64url')}/0`;
      pictureUrls.add(url);
      return { url };
    },

    /** Takes a permanent material: a picture of at most 10 MB. */
    acceptMaterial(query: URLSearchParams, media: Uint8Array | null): object {
      const refusal =
        checkToken(query.get('access_token'), 'draft', '/cgi-bin/material/add_material') ??
        (query.get('type') === 'image' ? null : errorBody(40004, 'invalid media type')) ??
        checkPicture(media, 10);
      if (refusal) return refusal;
      uploadCount += 1;
      const id = randomBytes(48).toString('base64url');
      materials.add(id);
      return { media_id: id, url: `http://mmbiz.qpic.cn/sz_mmbiz/${id}/0` };
    },

    /** Makes a draft. @returns undefined if the answer is to be lost */
    acceptDraft(query: URLSearchParams, body: Record<string, unknown>): object | undefined {
      const [article, ...more] = Array.isArray(body.articles) ? (body.articles as Article[]) : [];
      const refusal = checkToken(query.get('access_token'), 'draft', '/cgi-bin/draft/add');
      if (refusal) return refusal;
      if (!article || more.length > 0 || !article.content) return errorBody(44003, 'empty news data');
      const { title = '', author = '', digest = '', content, content_source_url: link = '' } = article;
      if (title === '' || [...title].length > 32) return errorBody(45003, 'title size out of limit');
      if ([...author].length > 16) return errorBody(45110, 'author size out of limit');
      if ([...digest].length > 128) return errorBody(45004, 'description size out of limit');
      if ([...content].length >= 20_000 || Buffer.byteLength(content) >= megabyte)
        return errorBody(45002, 'content size out of limit');
      if (Buffer.byteLength(link) > 1024) return errorBody(45005, 'url size out of limit');
      const coverId = article.thumb_media_id ?? '';
      if (!materials.has(coverId)) return errorBody(40007, 'invalid media_id');
      const shown = content
        .replace(/<script[\s\S]*?<\/script>/gi, '')
        .replace(/<img [^>]*?src="([^"]*)"[^>]*>/gi, (tag, src: string) => (pictureUrls.has(src) ? tag : ''));
      drafts.push({ title, author, digest, content: shown, link, coverId });
      if (drafts.length > maxDrafts) drafts.shift();
      const isLost = isNextDraftLost;
      isNextDraftLost = false;
      return isLost ? undefined : { media_id: randomBytes(48).toString('base64url'), item: [] };
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

type Article = Partial<
  Record<'title' | 'author' | 'digest' | 'content' | 'content_source_url' | 'thumb_media_id', string>
>;

function checkPicture(media: Uint8Array | null, maxMegabytes: number): object | null {
  if (!media) return errorBody(41005, 'media data missing');
  const head = Buffer.from(media.subarray(0, 8)).toString('latin1');
  if (!head.startsWith('\xff\xd8\xff') && head !== '\x89PNG\r\n\x1a\n')
    return errorBody(40137, 'invalid image format');
  return media.length > maxMegabytes * megabyte ? errorBody(40009, 'invalid image size') : null;
}
