import type { Context } from '#kernel/context.ts';
import { notFound } from '#kernel/errors.ts';
import { toIso } from '#shared/dates.ts';
import { type StatisticsService, usedServices } from '#shared/statistics.ts';
import type { CurrentSettings, Settings } from './current-settings.ts';
import { findAgreement } from './queries.ts';
import type { Agreement } from './schema.ts';

/**
 * Returns the text in force today. The privacy text gets a notice while copies are traced, other
 * services count visits, or letters count their readings. @throws notFound if the
 * publisher has written none
 */
export async function readAgreement(
  ctx: Context,
  settings: Settings,
  kind: Agreement['kind'],
): Promise<Agreement> {
  const { db, now } = ctx;
  const row = await findAgreement(db, kind, now());
  if (!row) throw notFound(kind === 'agreement' ? '用户协议尚未发布' : '隐私政策尚未发布');
  const notices = kind === 'privacy' ? privacyNotices(await settings(ctx)) : '';
  return {
    kind,
    version: row.version,
    title: row.title,
    body: row.body + notices,
    effectiveAt: toIso(row.effective_at),
  };
}

const privacyNotices = ({ isTracing, statistics }: CurrentSettings): string =>
  (isTracing ? tracingNotice : '') +
  statisticsNotice(usedServices(statistics)) +
  (statistics.letters ? lettersNotice : '');

const lettersNotice = `
<h2>邮件报</h2>
<p>你订阅的邮件报里有一张看不见的图，信里的链接先经过本站，用来统计有多少人打开了信、点了链接。每封信只记下你第一次打开和第一次点链接的时间，信发完 90 天后删除。不想被统计，可以在邮件程序里关闭图片、复制标题到本站搜索，或退订邮件报。</p>`;

/** Names the services that count visits: they learn the address of each reader. */
function statisticsNotice(services: readonly StatisticsService[]): string {
  if (services.length === 0) return '';
  const items = services.map((service) => `<li>${serviceNotices[service]}</li>`).join('\n');
  return `
<h2>访问统计</h2>
<p>为了解有多少人来访、看了哪些页面，本站的网页载入下列统计服务的脚本。它们会收到你的网络地址、浏览器和设备的类型、你打开的网址和来源网页：</p>
<ul>
${items}
</ul>
<p>你可以在浏览器里拦截这些脚本，不影响使用本站。</p>`;
}

const serviceNotices: Record<StatisticsService, string> = {
  baidu: '百度统计（北京百度网讯科技有限公司），用 Cookie 区分访客',
  umami: 'Umami，不用 Cookie',
  google: 'Google Analytics（Google LLC，服务器在境外），用 Cookie 区分访客',
};

/** Returns the versions in force today; null for a text the publisher has not written. */
export async function readVersionsInForce({
  db,
  now,
}: Context): Promise<Record<Agreement['kind'], string | null>> {
  const version = async (kind: Agreement['kind']) => (await findAgreement(db, kind, now()))?.version ?? null;
  return { agreement: await version('agreement'), privacy: await version('privacy') };
}

/**
 * Added to the privacy text while copies are traced, whatever the publisher wrote: watermarks that readers are not told
 * of would be surveillance.
 */
const tracingNotice = `
<h2>付费内容溯源（本站已开启）</h2>
<p>为防止付费内容被擅自转发，你登录后读到的 VIP 和付费文章带有属于你的标记：</p>
<ul>
<li>正文前后各有一行可见的文字，写着你昵称的首字和一个编号；</li>
<li>正文的汉字之间有看不见的零宽字符，其中以加密的形式写着你的会员编号、文章编号和阅读日期。复制文字时，它们会一起被复制。</li>
</ul>
<p>你下载锁定的附件时，我们记下会员编号、附件和日期，保存 400 天。</p>
<p>这些标记在你打开文章时由服务器算出，我们不为此另存阅读记录，也不收集设备信息；免费内容没有标记，读屏软件不会读出它们。只有发现付费内容外泄时，获授权的编辑部人员才会用泄露的文字或附件查出它来自谁的账号，每次查询都会留痕。处理的依据是履行与你的合同和保护作者的著作权。</p>`;
