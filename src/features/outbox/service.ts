import type { Context } from '#kernel/context.ts';
import type { MailSender } from '#kernel/mail/sender.ts';
import { type SmsSender, smsText } from '#kernel/sms/sender.ts';
import { dayMs } from '#shared/dates.ts';
import { deleteMessagesBefore, insertMessage } from './queries.ts';

const hidden = '******';

/**
 * Keeps short messages for the outbox page instead of sending them. What opens a staff account is not even
 * written down: whoever reads the table learns no more than the page shows.
 */
export const outboxSms = (siteName: string): SmsSender => ({
  async send({ db }, message) {
    const shown = message.isConfidential ? { ...message, code: hidden } : message;
    await insertMessage(db, { channel: 'sms', recipient: message.phone, body: smsText(siteName, shown) });
  },
});

/** The same for mail. */
export const outboxMail: MailSender = {
  async send({ db }, { to, subject, text, secret }) {
    const body = secret ? text.replaceAll(secret, hidden) : text;
    await insertMessage(db, { channel: 'mail', recipient: to, subject, body });
  },
};

/** Forgets what was shown long enough. */
export const tidyOutbox = (ctx: Context): Promise<void> =>
  deleteMessagesBefore(ctx.db, new Date(ctx.now().getTime() - 7 * dayMs));
