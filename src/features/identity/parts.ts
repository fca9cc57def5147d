import type { Settings } from '#features/settings/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import type { MailSender } from '#kernel/mail/sender.ts';
import type { PersonalDataPart } from '#kernel/personal-data.ts';
import type { SmsSender } from '#kernel/sms/sender.ts';
import type { FileStore } from '#kernel/storage/files.ts';
import type { Permission } from '#shared/permissions.ts';

/** What identity is given by the house: the parties outside, and the operator's settings. */
export type IdentityParts = {
  sms: SmsSender;
  mail: MailSender;
  files: FileStore;
  /** What features that stand above keep about a person, for the copy they may have of it. */
  personalData: readonly PersonalDataPart[];
  /** What a role of the publisher's own may hold, in the order screens show it; `*` is the administrator's alone. */
  permissions: readonly Permission[];
  /** What the desk may change at any time: asked at the time of use. */
  settings: Settings;
  /** Codes a minute and a day for a number, and a day for an address. */
  limits: { perMinute: number; perDay: number; perAddressDay: number };
  /** Whether the token call takes credentials from the query string, which proxies log. */
  hasTokenQuery: boolean;
  /** Rounds of PBKDF2 in each of the some 256 derivations that a proof of work takes. */
  proofCost: number;
  /** Path of the API, as in `/api`. */
  apiBase: string;
  /** Gives the site a name, on behalf of who is being made its first administrator. */
  nameSite: (ctx: Context, trx: Trx, name: string) => Promise<void>;
};
