import type { WatermarkCopy } from '#features/posts/index.ts';
import type { Settings } from '#features/settings/index.ts';
import type { MailSender } from '#kernel/mail/sender.ts';

/** The permission to write and send letters. */
export const lettersPermission = 'letters.send';

/** Dependencies of the feature, from the composition root. */
export type LetterParts = {
  settings: Settings;
  /** Sends single mails: test letters, and all letters while mail goes to the outbox. */
  mail: MailSender;
  watermarkCopy: WatermarkCopy;
  apiBase: string;
  /** The tenant whose addresses need no tenant parameter. */
  defaultTenantId: string;
  /** The portal's address if no public address is configured. */
  fallbackSiteUrl: string;
};
