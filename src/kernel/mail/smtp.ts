import { createTransport } from 'nodemailer';
import { unavailable } from '../errors.ts';
import type { MailSender } from './sender.ts';

/** `url` is `smtps://user:password@host:465`, `from` the sender as people see it. */
export type SmtpSettings = { url: string; from: string };

const timeoutMs = 10_000;

/** Hands letters over to an SMTP server. */
export function smtpMail({ url, from }: SmtpSettings): MailSender {
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // A letter is text of ours: nothing in it may name a file or an address to be fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ log }, { to, subject, text }) {
      try {
        await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
      } catch (error) {
        // Only what the server answered: the error itself quotes the letter's addresses and our log-in.
        const { code, responseCode } = error as { code?: string; responseCode?: number };
        log.error({ code, responseCode }, 'a letter could not be sent');
        throw unavailable('邮件暂时发不出去，请检查邮箱地址，或稍后再试');
      }
    },
  };
}
