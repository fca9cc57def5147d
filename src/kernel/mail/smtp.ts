import type { Transporter } from 'nodemailer';
import { unavailable } from '../errors.ts';
import { subjectOfRefusal } from './refusal.ts';
import type { MailMessage, MailSender } from './sender.ts';
import { hostOfSender, readSenderAddress } from './sender-address.ts';

/** `url` is `smtps://user:password@host:465`, `from` the sender shown to recipients. */
export type SmtpSettings = { url: string; from: string };

type SmtpMessage = Omit<MailMessage, 'secret'>;

const timeoutMs = 10_000;

/**
 * Why a mail was refused: nodemailer's error code and, if the server answered, its reply code and text. `isAboutRecipient`:
 * the server refused the recipient's address, and nothing before it.
 */
export type SmtpFault = {
  code: string;
  responseCode: number | undefined;
  response: string;
  isAboutRecipient: boolean;
};

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
      throw unavailable(
        fault.isAboutRecipient
          ? '这个邮箱不收我们的邮件，请检查邮箱地址；没有写错的话，请稍后再试或换一个邮箱'
          : '邮件暂时发不出去，不是你的邮箱地址的问题，请稍后再试',
      );
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
    if ('fault' in from)
      return { code: 'ESENDER', responseCode: undefined, response: '', isAboutRecipient: false };
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

type NodemailerError = { code?: string; responseCode?: number; response?: string; command?: string };

/** The server's reply never contains the credentials; the text of any other error is dropped, since it might. */
function readFault(error: NodemailerError): SmtpFault {
  const { code = '', responseCode, response = '', command } = error;
  // A server may name the sender only when it is given the recipient.
  const isAboutRecipient = command === 'RCPT TO' && subjectOfRefusal(response) !== 'sender';
  return { code, responseCode, response: responseCode ? response.slice(0, 200) : '', isAboutRecipient };
}
