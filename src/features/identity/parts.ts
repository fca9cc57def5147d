import type { Settings } from '#features/settings/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import type { FetchLimits } from '#kernel/fetch/fetch-bytes.ts';
import type { MailSender } from '#kernel/mail/sender.ts';
import type { PersonalDataPart } from '#kernel/personal-data.ts';
import type { SmsSender } from '#kernel/sms/sender.ts';
import type { FileStore } from '#kernel/storage/files.ts';
import type { OpenServiceAccount } from '#kernel/wechat/service-account.ts';
import type { Permission } from '#shared/permissions.ts';

/** The external services and settings that the application passes to identity. */
export type IdentityParts = {
  sms: SmsSender;
  mail: MailSender;
  files: FileStore;
  serviceAccount: OpenServiceAccount;
  /** Which addresses pictures of WeChat users may be fetched from. */
  fetching: FetchLimits;
  /** What the features above identity store about a person, for the export of their data. */
  personalData: readonly PersonalDataPart[];
  /** The permissions that a custom role may hold, in the order of the screens; `*` belongs to administrators only. */
  permissions: readonly Permission[];
  /** Settings that staff may change at any time, so they are read at the time of use. */
  settings: Settings;
  /** Maximum number of codes per minute and per day for a number, and per day for an address. */
  limits: { perMinute: number; perDay: number; perAddressDay: number };
  /** Whether the token call accepts credentials in the query string, which proxies log. */
  hasTokenQuery: boolean;
  /** PBKDF2 iterations in each of the roughly 256 derivations of a proof of work. */
  proofCost: number;
  apiBase: string;
  /** Names the site on behalf of the person who is becoming its first administrator. */
  nameSite: (ctx: Context, trx: Trx, name: string) => Promise<void>;
};
