import type { Settings } from '#features/settings/index.ts';
import type { Context } from '#kernel/context.ts';
import type { MailSender } from '#kernel/mail/sender.ts';
import type { ServiceAccount } from '#kernel/wechat/service-account.ts';
import type { ServiceAccountSettings } from '#kernel/wechat/settings.ts';

/** What reaching members outside the site needs. */
export type NoticeParts = {
  settings: Settings;
  mail: MailSender;
  /** Kept for as long as its settings stay, since it holds a token. */
  serviceAccount: (tenantId: string, settings: ServiceAccountSettings) => ServiceAccount;
  apiBase: string;
  /** Whose addresses need not say whose they are. */
  defaultTenantId: string;
  /** The portal's address where nobody has said what it is called outside. */
  ownAddress: string;
};

/** The address that readers use, without a slash at its end. */
export async function siteAddress(
  ctx: Context,
  { settings, ownAddress }: Pick<NoticeParts, 'settings' | 'ownAddress'>,
): Promise<string> {
  return (await settings(ctx)).site.url ?? ownAddress;
}

/** An address of the API that is opened from outside, by who sends no tenant along. */
export async function outsideAddress(
  ctx: Context,
  parts: Pick<NoticeParts, 'settings' | 'ownAddress' | 'apiBase' | 'defaultTenantId'>,
  path: string,
): Promise<string> {
  const tenant = ctx.tenant.id === parts.defaultTenantId ? '' : `/${ctx.tenant.id}`;
  return `${await siteAddress(ctx, parts)}${parts.apiBase}${path}${tenant}`;
}
