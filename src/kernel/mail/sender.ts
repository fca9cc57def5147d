import type { Context } from '../context.ts';

/** A mail as plain text, and as HTML beside it. */
export type MailMessage = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** The part of the text that only the recipient may see, hidden even in the outbox; empty if there is none. */
  secret?: string;
  /** The same for each attempt at one mail, so that a mailbox keeps only one of them: `notice-7`. */
  idempotencyKey?: string;
  /** An https address that unsubscribes from mails of this kind by a POST (one-click, RFC 8058). */
  unsubscribe?: string;
};

/** @throws unavailable, in Chinese, if the mail could not be handed over */
export type MailSender = { send(ctx: Context, message: MailMessage): Promise<void> };
