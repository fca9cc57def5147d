import type { Context } from '../context.ts';

/** A plain-text letter. */
export type MailMessage = {
  to: string;
  subject: string;
  text: string;
  /** What in the text nobody but the receiver may see, an outbox page included; nothing when empty. */
  secret?: string;
};

/** @throws unavailable, in Chinese, when the letter could not be handed over */
export type MailSender = { send(ctx: Context, message: MailMessage): Promise<void> };
