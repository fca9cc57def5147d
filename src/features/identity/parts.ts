import type { MailSender } from '#kernel/mail/sender.ts';
import type { PersonalDataPart } from '#kernel/personal-data.ts';
import type { SmsSender } from '#kernel/sms/sender.ts';
import type { FileStore } from '#kernel/storage/files.ts';

/** The publisher's application at WeChat; `api` is where its calls live, `frame` the origin of its QR page. */
export type WechatSettings = { appId: string; secret: string; api: string; frame: string };

/** What identity is given by the house: the parties outside, and the operator's settings. */
export type IdentityParts = {
  sms: SmsSender;
  mail: MailSender;
  wechat: WechatSettings | null;
  files: FileStore;
  /** What features that stand above keep about a person, for the copy they may have of it. */
  personalData: readonly PersonalDataPart[];
  /** What the site is called: authenticators show it. */
  siteName: string;
  /** Staff accounts without TOTP hold no permissions until they enrol. */
  staffTotp: boolean;
  /** Codes a minute and a day for a number, and a day for an address. */
  limits: { perMinute: number; perDay: number; perAddressDay: number };
  /** Rounds of PBKDF2 in each of the some 256 derivations that a proof of work takes. */
  proofCost: number;
  /** Path of the API, as in `/api`. */
  apiBase: string;
  /** The public address of the site without a slash at its end, when the operator says it. */
  siteUrl: string | undefined;
  /** Whether messages are shown in the outbox instead of sent. */
  hasOutbox: boolean;
};
