import type { Transporter } from 'nodemailer';
import { unavailable } from '../errors.ts';
import type { MailMessage, MailSender } from './sender.ts';

/** `url` is `smtps://user:password@host:465`, `from` the sender as people see it. */
export type SmtpSettings = { url: string; from: string };

type Letter = Omit<MailMessage, 'secret'>;

const timeoutMs = 10_000;

/** Why a letter was not taken: nodemailer's word for it and, if the server answered, its number and words. */
export type SmtpFault = { code: string; responseCode: number | undefined; response: string };

/** Hands letters over to an SMTP server. */
export function smtpMail(settings: SmtpSettings): MailSender {
  const post = openPost(settings);
  return {
    async send({ log }, letter) {
      const { secret: _, ...open } = letter;
      const fault = await post(open);
      if (!fault) return;
      // Only what the server answered: its words quote the letter's addresses.
      const { code, responseCode } = fault;
      log.error({ code, responseCode }, 'a letter could not be sent');
      throw unavailable('邮件暂时发不出去，请检查邮箱地址，或稍后再试');
    },
  };
}

/** Hands one letter over, for whoever wants to know what the server has against it. @returns null when it was taken */
export const trySmtp = (settings: SmtpSettings, letter: Letter): Promise<SmtpFault | null> =>
  openPost(settings)(letter);

function openPost({ url, from }: SmtpSettings) {
  let opened: Promise<Transporter> | undefined;
  return async ({ to, onceId, unsubscribe, ...letter }: Letter) => {
    opened ??= openTransport(url);
    const transport = await opened;
    return transport
      .sendMail({
        ...letter,
        from,
        to: { name: '', address: to },
        ...(onceId && { messageId: `<${onceId}@${hostOf(from)}>` }),
        ...(unsubscribe && {
          headers: {
            'List-Unsubscribe': `<${unsubscribe}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          },
        }),
      })
      .then(() => null, readFault);
  };
}

async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // A letter is text of ours: nothing in it may name a file or an address to be fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

const hostOf = (from: string): string => /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';

/** What the log-in consists of is never in the server's answer; whatever else speaks instead of one is not told. */
function readFault(error: { code?: string; responseCode?: number; response?: string }): SmtpFault {
  const { code = '', responseCode, response = '' } = error;
  return { code, responseCode, response: responseCode ? response.slice(0, 200) : '' };
}
