import type { Settings } from '#features/settings/index.ts';
import type { Context } from '#kernel/context.ts';
import type { MailSender } from '#kernel/mail/sender.ts';
import type { OpenServiceAccount } from '#kernel/wechat/service-account.ts';

/** What delivery outside the site depends on. */
export type NoticeParts = {
  settings: Settings;
  mail: MailSender;
  serviceAccount: OpenServiceAccount;
  apiBase: string;
  /** The tenant whose addresses need no tenant parameter. */
  defaultTenantId: string;
  /** The portal's address if no public address is configured. */
  fallbackSiteUrl: string;
};

/** Returns the public address of the site, without a trailing slash. */
export async function siteUrl(
  ctx: Context,
  { settings, fallbackSiteUrl }: Pick<NoticeParts, 'settings' | 'fallbackSiteUrl'>,
): Promise<string> {
  return (await settings(ctx)).site.url ?? fallbackSiteUrl;
}

/** Returns the public address of an API call, with the tenant in it, for clients that send no tenant header. */
export async function publicApiUrl(
  ctx: Context,
  parts: Pick<NoticeParts, 'settings' | 'fallbackSiteUrl' | 'apiBase' | 'defaultTenantId'>,
  path: string,
): Promise<string> {
  const tenant = ctx.tenant.id === parts.defaultTenantId ? '' : `/${ctx.tenant.id}`;
  return `${await siteUrl(ctx, parts)}${parts.apiBase}${path}${tenant}`;
}
