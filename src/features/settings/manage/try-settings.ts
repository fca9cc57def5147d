import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import { recordAction } from '#features/audit/index.ts';
import { requireMemberId } from '#kernel/actor.ts';
import type { Config } from '#kernel/config.ts';
import type { Context } from '#kernel/context.ts';
import { countHit, type RateLimit } from '#kernel/db/rate-limits.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { invalid, rateLimited } from '#kernel/errors.ts';
import { trySmtp } from '#kernel/mail/smtp.ts';
import { tryAliyun } from '#kernel/sms/aliyun.ts';
import type { FileStore } from '#kernel/storage/files.ts';
import { openServiceAccount, WechatFault } from '#kernel/wechat/service-account.ts';
import { openTrialStore } from '#kernel/wechat/tokens.ts';
import { type CurrentSettings, combineSettings } from '../current-settings.ts';
import { findActingMember } from '../queries.ts';
import { portalSecret } from '../secrets.ts';
import { requireGroup } from './groups.ts';
import { type PayProbes, tryAlipay, tryWechatPay } from './pay-faults.ts';
import { decideGroup } from './policy.ts';
import { explainAliyun, explainS3, explainSmtp, explainWechat } from './provider-faults.ts';
import { loadGroup } from './reads.ts';
import type { TryAnswer, tryInput } from './schema.ts';

export type TryParts = { config: Config; disk: FileStore; payProbes: PayProbes };

// Rate limit for all staff together: enough to get a form right, too few to mail strangers or scan a network.
const tryLimit: RateLimit = {
  name: 'settings.try',
  max: 30,
  windowMs: 3_600_000,
  refuse: () => rateLimited('一小时内最多试 30 次，请稍后再试', 3600),
};
const timeoutMs = 10_000;

/**
 * Tries the submitted values before they are saved; secrets left empty are taken from the saved ones.
 * @returns the result in Chinese, with the provider's reason
 * @throws forbidden and invalid as for saving; rateLimited after 30 tries by all staff in an hour
 */
export async function trySettings(
  ctx: Context,
  parts: TryParts,
  { group, values: given, to }: z.output<typeof tryInput>,
): Promise<TryAnswer> {
  requireGroup(ctx.actor, group);
  const { values: held } = await loadGroup(ctx, parts.config, group);
  const decision = decideGroup(group, given, held, parts.config);
  if ('refusal' in decision) throw invalid(decision.refusal, decision.field);
  if (group === 'mail' && given.provider === 'smtp' && !to) throw invalid('请填写收件人', 'to');
  await inTransaction(ctx, async (trx) => {
    await countHit(ctx, trx, tryLimit, 'all');
    await recordAction(ctx, trx, { action: 'settings.try', target: `settings:${group}` });
  });
  const settings = combineSettings(parts.config, { [group]: decision.values });
  if (group === 'sms') return trySms(ctx, settings);
  if (group === 'mail') return tryMail(settings, to ?? '');
  if (group === 'wechat') return tryWechat(settings);
  if (group === 'wechatService') return tryWechatService(settings);
  if (group === 'wechatPay') return tryWechatPay(parts.payProbes, settings.pay);
  if (group === 'alipay') return tryAlipay(parts.payProbes, settings.pay);
  if (group === 'storage') return tryStorage(ctx, settings, parts.disk);
  if (group === 'site') return trySite(ctx, settings, parts.config);
  throw invalid('这一组设置没有可以试的', 'group');
}

async function trySms(ctx: Context, { sms }: CurrentSettings): Promise<TryAnswer> {
  if (!sms) return succeeded('现在是发件箱方式：短信不会真的发出，只显示在发件箱页面');
  const mobile = (await findActingMember(ctx.db, requireMemberId(ctx)))?.mobile ?? '';
  const maskedMobile = `${mobile.slice(0, 3)}****${mobile.slice(-4)}`;
  const code = await tryAliyun(sms, { phone: mobile, code: '123456', purpose: 'login' });
  return code === 'OK'
    ? succeeded(`阿里云已受理，请看尾号 ${maskedMobile.slice(-4)} 的手机：验证码 123456 是测试，不能用来登录`)
    : failed(explainAliyun(code));
}

async function tryMail({ mail }: CurrentSettings, to: string): Promise<TryAnswer> {
  if (!mail) return succeeded('现在是发件箱方式：邮件不会真的发出，只显示在发件箱页面');
  const fault = await trySmtp(mail, {
    to,
    subject: '测试邮件',
    text: '这是后台“设置”里点“试一试”发出的测试邮件。收到它，说明邮件已经设好。\n',
  });
  return fault
    ? failed(explainSmtp(fault))
    : succeeded(`邮件服务器已收下发往 ${to} 的测试邮件，请查看收件箱`);
}

/** WeChat rejects an invalid code as such only after it has accepted app id and secret. */
async function tryWechat({ wechat }: CurrentSettings): Promise<TryAnswer> {
  if (!wechat) return succeeded('现在没有开通微信登录');
  const query = new URLSearchParams({
    appid: wechat.appId,
    secret: wechat.secret,
    code: randomBytes(16).toString('hex'),
    grant_type: 'authorization_code',
  });
  // The URL contains the secret: an error that quotes it must not be logged or returned.
  const answer = await fetch(`${wechat.api}/sns/oauth2/access_token?${query}`, {
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'error',
  })
    .then(async (response) => JSON.parse(await response.text()) as { errcode?: number })
    .catch(() => null);
  const reason = explainWechat(answer?.errcode);
  return reason ? failed(reason) : succeeded('AppID 和 AppSecret 正确，可以保存');
}

/**
 * Requests a token and a share ticket, which WeChat grants only if app id, secret and this server's IP address are right.
 * Without the right to share the account still serves for log-in and notices, so this is no failure.
 */
async function tryWechatService({ wechatService }: CurrentSettings): Promise<TryAnswer> {
  if (!wechatService) return succeeded('现在没有开通微信服务号');
  return openServiceAccount(wechatService, openTrialStore())
    .takeShareTicket()
    .then(
      () => succeeded('微信已认得这个服务号，可以用分享卡片'),
      (error: unknown) => {
        if (!(error instanceof WechatFault)) throw error;
        if (error.code === 48001)
          return succeeded('微信已认得这个服务号，但它没有分享卡片的权限，分享仍是普通链接');
        return failed(explainWechat(error.code === 0 ? undefined : error.code) ?? '微信没有接受');
      },
    );
}

async function tryStorage(
  { tenant }: Context,
  { storage }: CurrentSettings,
  disk: FileStore,
): Promise<TryAnswer> {
  const bytes = randomBytes(64);
  const files = storage ? (await import('#scale/files/s3-files.ts')).openS3Files(storage) : null;
  const store = files ?? disk;
  try {
    const address = await store.saveOwn(tenant.id, bytes, 'try.bin');
    const readBack = await store.read(tenant.id, address);
    await store.delete(tenant.id, address);
    if (!readBack?.equals(bytes)) return failed('写进去的内容读回来不一样，请换一个存储桶');
    return succeeded(
      `写入、读取、删除都成功，文件会存在${storage ? `存储桶 ${storage.bucket}` : '本机磁盘'}`,
    );
  } catch (error) {
    return failed(storage ? explainS3(error) : '本机磁盘不能写入，请检查数据目录的权限和剩余空间');
  } finally {
    files?.close();
  }
}

/** Checks that the public address leads to this portal: only this portal can sign the nonce. */
async function trySite(
  ctx: Context,
  { site }: CurrentSettings,
  { apiBase, apiClient }: Config,
): Promise<TryAnswer> {
  if (!site.url) return failed('请先填写网站地址');
  const nonce = randomBytes(24).toString('base64url');
  const answer = await fetch(`${site.url}${apiBase}/reception/siteProof?nonce=${nonce}`, {
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'error',
    headers: { authorization: `Basic ${Buffer.from(apiClient).toString('base64')}` },
  })
    .then(async (response) => String(((await response.json()) as { data?: unknown }).data))
    .catch(() => null);
  if (answer === null)
    return failed(`从本机打不开 ${site.url}：请检查域名解析、证书和反向代理（它不能跳转到别的地址）`);
  const expected = Buffer.from(await signSiteProof(ctx, nonce));
  const given = Buffer.from(answer);
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
  return isOurs ? succeeded(`${site.url} 正是本站`) : failed(`${site.url} 打得开，但回答的不是本站`);
}

/** Signs a nonce, to prove that a request reached this portal. */
export async function signSiteProof(ctx: Context, nonce: string): Promise<string> {
  return createHmac('sha256', await portalSecret(ctx, 'site-proof'))
    .update(nonce)
    .digest('base64url');
}

const succeeded = (message: string): TryAnswer => ({ isOk: true, message });
const failed = (message: string): TryAnswer => ({ isOk: false, message });
