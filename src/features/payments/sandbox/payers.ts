import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { PayParties } from './signing.ts';

export type Payers = {
  /**
   * Plays WeChat's consent page without a question: redirects to the merchant's site at once, with a code that
   * identifies the payer.
   */
  authorise(query: URLSearchParams, response: ServerResponse): void;
  /** Exchanges a code for the payer's open id in the application; a code works once. */
  exchange(query: URLSearchParams): object;
};

/** The sandbox forgets the oldest codes first. */
const maxCodes = 2000;

/** Identifies payers by a code (`snsapi_base`), which a payment inside WeChat requires. */
export function openPayers({ appId }: Pick<PayParties, 'appId'>): Payers {
  const codes = new Map<string, string | null>();
  return {
    authorise(query, response) {
      const back = URL.parse(query.get('redirect_uri') ?? '');
      const fault = requestFault(query, appId, back);
      if (fault || !back)
        return void response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' }).end(fault);
      const code = randomBytes(16).toString('hex');
      if (codes.size >= maxCodes) codes.delete(codes.keys().next().value ?? '');
      codes.set(code, `oPayer${randomBytes(11).toString('hex')}`);
      back.searchParams.set('code', code);
      back.searchParams.set('state', query.get('state') ?? '');
      response.writeHead(302, { location: back.href, 'cache-control': 'no-store' }).end();
    },
    exchange(query) {
      const code = query.get('code') ?? '';
      const openid = codes.get(code);
      if (query.get('appid') !== appId) return { errcode: 40013, errmsg: 'invalid appid' };
      if (!query.get('secret')) return { errcode: 40125, errmsg: 'invalid appsecret' };
      if (openid === undefined) return { errcode: 40029, errmsg: 'invalid code' };
      if (openid === null) return { errcode: 40163, errmsg: 'code been used' };
      codes.set(code, null);
      return { access_token: 'sandbox', expires_in: 7200, openid, scope: 'snsapi_base' };
    },
  };
}

function requestFault(query: URLSearchParams, appId: string, back: URL | null): string | null {
  if (query.get('appid') !== appId) return 'AppID 参数错误（10013）';
  if (!back || !/^https?:$/.test(back.protocol)) return 'redirect_uri 参数错误（10003）';
  if (query.get('response_type') !== 'code') return 'response_type 参数错误';
  return query.get('scope') === 'snsapi_base' ? null : 'Scope 参数错误或没有 Scope 权限（10005）';
}
