import { z } from 'zod';
import type { WechatSettings } from '#features/settings/index.ts';
import { invalid, unavailable } from '#kernel/errors.ts';
import { type ServiceAccount, WechatFault } from '#kernel/wechat/service-account.ts';
import type { WechatPerson } from './wechat-queries.ts';

const timeoutMs = 10_000;

const failure = z.object({ errcode: z.number(), errmsg: z.string().optional() });
const grant = z.object({ access_token: z.string().min(1), openid: z.string().min(1) });
const person = z.object({
  openid: z.string().min(1),
  nickname: z.string().default(''),
  headimgurl: z.string().default(''),
  unionid: z.string().min(1, { error: 'no unionid' }),
});

/** Codes for a code that is used, expired or forged, and for a grant that has expired. */
const deadCodes = new Set([40029, 40163, 41008]);
const expiredCodes = new Set([40001, 42001, 42002]);

/** Messages for WeChat's other error codes (docs/product.md §19). */
const messages: Record<number, string> = {
  [-1]: '微信系统繁忙，请稍后再试',
  40013: '微信登录配置有误（AppID），请联系编辑部',
  40125: '微信登录配置有误（AppSecret），请联系编辑部',
  40164: '微信登录配置有误（IP 白名单），请联系编辑部',
  45011: '微信登录太频繁，请稍后再试',
  48001: '微信没有授权本站登录，请联系编辑部',
};

/** Errors that only the operator can fix; all others concern the person. */
const operatorErrorCodes = new Set([40013, 40125, 40164, 48001]);

/** Receives the error code and message of a fault that concerns the operator. */
export type ReportFault = (fault: { code: number; message: string }) => void;

/**
 * Exchanges the code of a scan for the person who scanned. Accounts are identified by `unionid`, which is the same in
 * all applications of one publisher. @throws invalid or unavailable with a Chinese message for WeChat's error code
 */
export async function fetchWechatPerson(
  wechat: WechatSettings,
  code: string,
  reportFault: ReportFault,
): Promise<WechatPerson> {
  const token = await callWechat(wechat, reportFault, '/sns/oauth2/access_token', grant, {
    appid: wechat.appId,
    secret: wechat.secret,
    code,
    grant_type: 'authorization_code',
  });
  const { openid, nickname, headimgurl, unionid } = await callWechat(
    wechat,
    reportFault,
    '/sns/userinfo',
    person,
    {
      access_token: token.access_token,
      openid: token.openid,
      lang: 'zh_CN',
    },
  );
  return { unionId: unionid, openId: openid, appId: '', nickname, picture: headimgurl };
}

/** A person who came from the service account. Without consent only the ids are known. */
export type ServicePerson = { person: WechatPerson; hasProfile: boolean };

/**
 * Exchanges the code of an authorisation inside WeChat. The union id is missing unless the service account is bound to the
 * open platform. @throws invalid or unavailable with a Chinese message for WeChat's error code
 */
export async function fetchServicePerson(
  account: ServiceAccount,
  appId: string,
  code: string,
  reportFault: ReportFault,
): Promise<ServicePerson> {
  const { openId, unionId, profile } = await account.findPerson(code).catch((error: unknown) => {
    if (!(error instanceof WechatFault)) throw error;
    if (error.code === 0) {
      reportFault({ code: 0, message: error.message });
      throw unavailable('微信暂时没有响应，请稍后再试');
    }
    throw refusalOf({ errcode: error.code, errmsg: error.message }, reportFault, inside);
  });
  const { nickname = '', picture = '' } = profile ?? {};
  return { person: { unionId, openId, appId, nickname, picture }, hasProfile: profile !== null };
}

/** What is dead in a way to log in, and what the person can do. */
type Wording = { code: string; again: string };
const scan: Wording = { code: '二维码', again: '请重新扫码' };
const inside: Wording = { code: '微信的授权码', again: '请再点一次“微信一键登录”' };

/** Explains an error answer. */
function refusalOf(
  { errcode, errmsg = '' }: z.infer<typeof failure>,
  reportFault: ReportFault,
  { code, again }: Wording,
): Error {
  if (deadCodes.has(errcode)) return invalid(`${code}已失效，${again}`);
  if (expiredCodes.has(errcode)) return invalid(`微信授权已过期，${again}`);
  if (operatorErrorCodes.has(errcode) || !(errcode in messages))
    reportFault({ code: errcode, message: errmsg });
  return invalid(messages[errcode] ?? `微信登录没有成功（${errcode}），${again}`);
}

async function callWechat<T>(
  { api }: WechatSettings,
  reportFault: ReportFault,
  path: string,
  schema: z.ZodType<T>,
  query: Record<string, string>,
): Promise<T> {
  const body = await fetchJson(`${api}${path}?${new URLSearchParams(query)}`);
  const failed = failure.safeParse(body);
  if (failed.success && failed.data.errcode !== 0) throw refusalOf(failed.data, reportFault, scan);
  const answer = schema.safeParse(body);
  if (answer.success) return answer.data;
  reportFault({ code: 0, message: answer.error.issues[0]?.message ?? '' });
  throw unavailable('微信的回答无法识别，请稍后再试');
}

// The URL contains the secret and the code: neither it nor an error that quotes it may reach a log.
async function fetchJson(address: string): Promise<unknown> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
    return JSON.parse(await response.text());
  } catch {
    throw unavailable('微信暂时没有响应，请稍后再试');
  }
}
