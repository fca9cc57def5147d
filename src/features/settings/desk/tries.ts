import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import { recordAction } from '#features/audit/index.ts';
import { memberOf } from '#kernel/actor.ts';
import type { Config } from '#kernel/config.ts';
import type { Context } from '#kernel/context.ts';
import { countHit, type RateLimit } from '#kernel/db/rate-limits.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { invalid, rateLimited } from '#kernel/errors.ts';
import { trySmtp } from '#kernel/mail/smtp.ts';
import { tryAliyun } from '#kernel/sms/aliyun.ts';
import type { FileStore } from '#kernel/storage/files.ts';
import { openS3Files } from '#kernel/storage/s3-files.ts';
import { openServiceAccount, WechatFault } from '#kernel/wechat/service-account.ts';
import { type CurrentSettings, combine } from '../current.ts';
import { findSelf } from '../queries.ts';
import { portalSecret } from '../secrets.ts';
import { type PayProbes, tryAlipay, tryWechatPay } from './pay-reasons.ts';
import { decideGroup } from './policy.ts';
import { holdGroup } from './reads.ts';
import { explainAliyun, explainS3, explainSmtp, explainWechat } from './reasons.ts';
import type { TryAnswer, tryInput } from './schema.ts';

export type TryParts = { config: Config; disk: FileStore; payProbes: PayProbes };

// Of the whole desk in an hour: enough to get a form right, too few to send strangers mail or to look round a network.
const tries: RateLimit = {
  name: 'settings.try',
  max: 30,
  windowMs: 3_600_000,
  refuse: () => rateLimited('一小时内最多试 30 次，请稍后再试', 3600),
};
const timeoutMs = 10_000;

/**
 * Tries what stands on screen, before it is saved, with secrets left empty as they are kept.
 * @returns what came of it, in Chinese, with the provider's reason
 * @throws invalid as saving would; rateLimited after 30 tries of the desk in an hour
 */
export async function trySettings(
  ctx: Context,
  parts: TryParts,
  { group, values: given, to }: z.output<typeof tryInput>,
): Promise<TryAnswer> {
  const { values: held } = await holdGroup(ctx, parts.config, group);
  const decision = decideGroup(group, given, held, parts.config);
  if ('refusal' in decision) throw invalid(decision.refusal);
  if (group === 'mail' && given.provider === 'smtp' && !to) throw invalid('请填写收件人（to）');
  await inTransaction(ctx, async (trx) => {
    await countHit(ctx, trx, tries, 'all');
    await recordAction(ctx, trx, { action: 'settings.try', target: `settings:${group}` });
  });
  const settings = combine(parts.config, { [group]: decision.values });
  if (group === 'sms') return trySms(ctx, settings);
  if (group === 'mail') return tryMail(settings, to ?? '');
  if (group === 'wechat') return tryWechat(settings);
  if (group === 'wechatService') return tryWechatService(settings);
  if (group === 'wechatPay') return tryWechatPay(parts.payProbes, settings.pay);
  if (group === 'alipay') return tryAlipay(parts.payProbes, settings.pay);
  if (group === 'storage') return tryStorage(ctx, settings, parts.disk);
  if (group === 'site') return trySite(ctx, settings, parts.config);
  throw invalid('这一组设置没有可以试的（group）');
}

async function trySms(ctx: Context, { sms }: CurrentSettings): Promise<TryAnswer> {
  if (!sms) return good('现在是发件箱方式：短信不会真的发出，只显示在发件箱页面');
  const mobile = (await findSelf(ctx.db, memberOf(ctx)))?.mobile ?? '';
  const shown = `${mobile.slice(0, 3)}****${mobile.slice(-4)}`;
  const code = await tryAliyun(sms, { phone: mobile, code: '123456', purpose: 'login' });
  return code === 'OK'
    ? good(`阿里云已受理，请看尾号 ${shown.slice(-4)} 的手机：验证码 123456 是测试，不能用来登录`)
    : bad(explainAliyun(code));
}

async function tryMail({ mail }: CurrentSettings, to: string): Promise<TryAnswer> {
  if (!mail) return good('现在是发件箱方式：邮件不会真的发出，只显示在发件箱页面');
  const fault = await trySmtp(mail, {
    to,
    subject: '测试邮件',
    text: '这是后台「设置」里点「试一试」发出的测试邮件。收到它，说明邮件已经设好。\n',
  });
  return fault ? bad(explainSmtp(fault)) : good(`邮件服务器已收下发往 ${to} 的测试邮件，请查看收件箱`);
}

/** A code that nobody got is refused for being one only after WeChat has found application and secret right. */
async function tryWechat({ wechat }: CurrentSettings): Promise<TryAnswer> {
  if (!wechat) return good('现在没有开通微信登录');
  const query = new URLSearchParams({
    appid: wechat.appId,
    secret: wechat.secret,
    code: randomBytes(16).toString('hex'),
    grant_type: 'authorization_code',
  });
  // The address holds the secret: no error that quotes it may go anywhere.
  const answer = await fetch(`${wechat.api}/sns/oauth2/access_token?${query}`, {
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'error',
  })
    .then(async (response) => JSON.parse(await response.text()) as { errcode?: number })
    .catch(() => null);
  const reason = explainWechat(answer?.errcode);
  return reason ? bad(reason) : good('AppID 和 AppSecret 正确，可以保存');
}

/** Asks for a token, which WeChat gives only where application, secret and this machine's address are right. */
async function tryWechatService({ wechatService }: CurrentSettings): Promise<TryAnswer> {
  if (!wechatService) return good('现在没有开通微信服务号通知');
  return openServiceAccount(wechatService)
    .check()
    .then(
      () => good('微信已认得这个服务号。保存后，请在自己的通知设置里关联微信，收一条试试'),
      (error: unknown) => {
        if (!(error instanceof WechatFault)) throw error;
        return bad(explainWechat(error.code === 0 ? undefined : error.code) ?? '微信没有接受');
      },
    );
}

async function tryStorage(
  { tenant }: Context,
  { storage }: CurrentSettings,
  disk: FileStore,
): Promise<TryAnswer> {
  const bytes = randomBytes(64);
  const files = storage ? openS3Files(storage) : null;
  const store = files ?? disk;
  try {
    const address = await store.keepOwn(tenant.id, bytes, 'try.bin');
    const back = await store.read(tenant.id, address);
    await store.drop(tenant.id, address);
    if (!back?.equals(bytes)) return bad('写进去的内容读回来不一样，请换一个存储桶');
    return good(`写入、读取、删除都成功，文件会存在${storage ? `存储桶 ${storage.bucket}` : '本机磁盘'}`);
  } catch (error) {
    return bad(storage ? explainS3(error) : '本机磁盘不能写入，请检查数据目录的权限和剩余空间');
  } finally {
    files?.close();
  }
}

/** Whether whoever comes by the public address comes here: only this portal can sign what it is asked to. */
async function trySite(
  ctx: Context,
  { site }: CurrentSettings,
  { apiBase, apiClient }: Config,
): Promise<TryAnswer> {
  if (!site.url) return bad('请先填写网站地址（url）');
  const nonce = randomBytes(24).toString('base64url');
  const answer = await fetch(`${site.url}${apiBase}/reception/siteProof?nonce=${nonce}`, {
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'error',
    headers: { authorization: `Basic ${Buffer.from(apiClient).toString('base64')}` },
  })
    .then(async (response) => String(((await response.json()) as { data?: unknown }).data))
    .catch(() => null);
  if (answer === null)
    return bad(`从本机打不开 ${site.url}：请检查域名解析、证书和反向代理（它不能跳转到别的地址）`);
  const expected = Buffer.from(await proveSite(ctx, nonce));
  const given = Buffer.from(answer);
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
  return isOurs ? good(`${site.url} 正是本站`) : bad(`${site.url} 打得开，但回答的不是本站`);
}

/** Signs a number for whoever wants to know whether they have reached this portal. */
export async function proveSite(ctx: Context, nonce: string): Promise<string> {
  return createHmac('sha256', await portalSecret(ctx, 'site-proof'))
    .update(nonce)
    .digest('base64url');
}

const good = (message: string): TryAnswer => ({ isOk: true, message });
const bad = (message: string): TryAnswer => ({ isOk: false, message });
