import type { Transporter } from 'nodemailer';
import { unavailable } from '../errors.ts';
import type { MailMessage, MailSender } from './sender.ts';
import { hostOfSender, readSenderAddress } from './sender-address.ts';

/** `url` is `smtps://user:password@host:465`, `from` the sender shown to recipients. */
export type SmtpSettings = { url: string; from: string };

type SmtpMessage = Omit<MailMessage, 'secret'>;

const timeoutMs = 10_000;

/** Why a mail was refused: nodemailer's error code and, if the server answered, its reply code and text. */
export type SmtpFault = { code: string; responseCode: number | undefined; response: string };

/** Sends mails through an SMTP server. */
export function smtpMail(settings: SmtpSettings): MailSender {
  const deliver = openMailer(settings);
  return {
    async send({ log }, message) {
      const { secret: _, ...open } = message;
      const fault = await deliver(open);
      if (!fault) return;
      // Logs only the codes: the server's text quotes the mail's addresses.
      const { code, responseCode } = fault;
      log.error({ code, responseCode }, 'failed to send a mail');
      throw unavailable('邮件暂时发不出去，请检查邮箱地址，或稍后再试');
    },
  };
}

/** Sends one mail, for a caller that wants the server's reason for a refusal. @returns null if it was accepted */
export const trySmtp = (settings: SmtpSettings, message: SmtpMessage): Promise<SmtpFault | null> =>
  openMailer(settings)(message);

function openMailer({ url, from: configured }: SmtpSettings) {
  const from = readSenderAddress(configured);
  let opened: Promise<Transporter> | undefined;
  return async ({ to, idempotencyKey, unsubscribe, ...message }: SmtpMessage): Promise<SmtpFault | null> => {
    if ('fault' in from) return { code: 'ESENDER', responseCode: undefined, response: '' };
    opened ??= openTransport(url);
    const transport = await opened;
    return transport
      .sendMail({
        ...message,
        from,
        to: { name: '', address: to },
        ...(idempotencyKey && { messageId: `<${idempotencyKey}@${hostOfSender(configured)}>` }),
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
    // The content is text only: nothing in it may name a file or an address to be fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** The server's reply never contains the credentials; the text of any other error is dropped, since it might. */
function readFault(error: { code?: string; responseCode?: number; response?: string }): SmtpFault {
  const { code = '', responseCode, response = '' } = error;
  return { code, responseCode, response: responseCode ? response.slice(0, 200) : '' };
}
