import type { Context } from '../context.ts';

/** A plain-text letter. */
export type MailMessage = {
  to: string;
  subject: string;
  text: string;
  /** What in the text nobody but the receiver may see, an outbox page included; nothing when empty. */
  secret?: string;
  /** The same for each try at one letter, so that a mailbox keeps one of them: `notice-7`. */
  onceId?: string;
  /** An https address at which who gets letters like this can say that they want no more, by one POST. */
  unsubscribe?: string;
};

/** @throws unavailable, in Chinese, when the letter could not be handed over */
export type MailSender = { send(ctx: Context, message: MailMessage): Promise<void> };
