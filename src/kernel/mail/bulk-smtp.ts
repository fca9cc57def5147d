import { Readable } from 'node:stream';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { enhancedCodeOf } from './refusal.ts';
import { readSenderAddress, type SenderAddress } from './sender-address.ts';
import type { SmtpSettings } from './smtp.ts';

/** A mail in two forms, one of many to different people. */
export type BulkMessage = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Without angle brackets; the same for each attempt. */
  messageId: string;
  /** An https address that unsubscribes by a POST (one-click, RFC 8058). */
  unsubscribe: string;
};

/** The server's reply to a refused command. */
export type SmtpReply = { code: number; text: string };

/**
 * What became of a message. `refused` and `deferred`: the server answered 5xx or 4xx to this recipient or message, which
 * may still be a fault of the sender that meets everyone. `badSender`: nothing was sent, since the sender is refused
 * whatever the recipient. `busy`: nothing was sent, because of the server, the connection or the account. `unknown`: the
 * message or part of it was sent, and no answer came.
 */
export type BulkOutcome =
  | { kind: 'sent' }
  | { kind: 'refused' | 'deferred'; step: 'recipient' | 'message'; reply: SmtpReply }
  | { kind: 'badSender'; fault: string }
  | { kind: 'busy'; fault: string }
  | { kind: 'unknown' };

/** A connection to the mail server that sends one message after the other. */
export type BulkConnection = {
  /** `beforeData` runs once the connection is ready; false cancels, and the outcome is null. */
  send(message: BulkMessage, beforeData: () => Promise<boolean>): Promise<BulkOutcome | null>;
  close(): void;
};

const setupMs = 10_000;
/** Without any byte from the server for so long the connection is given up. */
const silenceMs = 60_000;

/** Longest time (in ms) from the first byte of a message to its outcome. */
export const maxMessageMs = 120_000;

/** Opens nothing until the first message; reconnects by itself. One message at a time. */
export function openBulkConnection(settings: SmtpSettings): BulkConnection {
  let ready: SMTPConnection | undefined;
  const close = () => {
    ready?.close();
    ready = undefined;
  };
  return {
    async send(message, beforeData) {
      const sender = readSenderAddress(settings.from);
      if ('fault' in sender) return { kind: 'badSender', fault: `发件人${sender.fault}` };
      let raw: Buffer;
      try {
        raw = await compose(sender, message);
        ready ??= await connect(settings);
      } catch (error) {
        return { kind: 'busy', fault: explain(error) };
      }
      if (!(await beforeData())) return null;
      const outcome = await transmit(ready, sender, message.to, raw);
      const isAnswered = outcome.kind === 'sent' || outcome.kind === 'refused' || outcome.kind === 'deferred';
      if (!isAnswered) close();
      else if (outcome.kind !== 'sent' && !(await reset(ready))) close();
      return outcome;
    },
    close,
  };
}

async function connect({ url }: SmtpSettings): Promise<SMTPConnection> {
  const [{ default: Connection }, { parseConnectionUrl }] = await Promise.all([
    import('nodemailer/lib/smtp-connection'),
    import('nodemailer/lib/shared'),
  ]);
  const { auth, ...options } = parseConnectionUrl(url) as { auth?: { user?: string; pass?: string } };
  const connection = new Connection({
    ...options,
    connectionTimeout: setupMs,
    greetingTimeout: setupMs,
    socketTimeout: silenceMs,
  });
  await new Promise<void>((resolve, reject) => {
    connection.once('error', reject);
    connection.once('end', () => reject(new Error('the server closed the connection')));
    connection.connect((error) => (error ? reject(error) : resolve()));
  });
  // An error between two messages shows at the next one.
  connection.on('error', () => connection.close());
  const { user = '', pass = '' } = auth ?? {};
  if (user !== '')
    await new Promise<void>((resolve, reject) => {
      connection.login({ user, credentials: { user, pass } } as never, (error) =>
        error ? reject(error) : resolve(),
      );
    });
  return connection;
}

async function compose(from: SenderAddress, message: BulkMessage): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const { to, subject, text, html, messageId, unsubscribe } = message;
  return new MailComposer({
    from,
    to: { name: '', address: to },
    ...{ subject, text, html },
    messageId: `<${messageId}>`,
    headers: {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      // Automatic answers (RFC 3834) would fill the sender's mailbox.
      'Auto-Submitted': 'auto-generated',
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
}

type SmtpError = Error & { code?: string; command?: string; responseCode?: number; response?: string };

function transmit(
  connection: SMTPConnection,
  { address: from }: SenderAddress,
  to: string,
  raw: Buffer,
): Promise<BulkOutcome> {
  return new Promise((resolve) => {
    // nodemailer reads the message only after the server's 354, so a message that was not read was not sent.
    let isBegun = false;
    const data = new Readable({
      read() {
        isBegun = true;
        this.push(raw);
        this.push(null);
      },
    });
    const end = (error?: SmtpError | null) => {
      clearTimeout(timer);
      connection.removeListener('error', end);
      connection.removeListener('end', onEnd);
      resolve(error ? outcomeOf(error, isBegun) : { kind: 'sent' });
    };
    const onEnd = () => end(new Error('the server closed the connection'));
    const timer = setTimeout(() => {
      connection.close();
      end(new Error('no answer in time'));
    }, maxMessageMs);
    connection.on('error', end);
    connection.on('end', onEnd);
    connection.send({ from, to: [to] }, data, (error) => end(error as SmtpError | null));
  });
}

const reset = (connection: SMTPConnection): Promise<boolean> =>
  new Promise((resolve) => connection.reset((error) => resolve(!error)));

const rateWords = /too many|too fast|rate|frequen|limit|throttl|频率|过多|频繁|超限/i;
const mailboxWords = /mailbox|quota|storage|\bfull\b|邮箱|空间/i;

/**
 * Whether a temporary reply is about the server or the rate rather than about this mailbox: by its enhanced code (RFC
 * 3463: x.1.x and x.2.x are the mailbox's, x.3.x and x.4.5 the server's), else by its words. Greylisting delays each
 * recipient for itself.
 */
function isAboutServer(reply: string): boolean {
  if (/gr[ea]y-?list/i.test(reply)) return false;
  const [, subject, detail] = enhancedCodeOf(reply).split('.');
  if (subject === '1' || subject === '2') return false;
  if (subject === '3' || (subject === '4' && detail === '5')) return true;
  return rateWords.test(reply) && !mailboxWords.test(reply);
}

export function outcomeOf(error: SmtpError, isBegun: boolean): BulkOutcome {
  const { command, responseCode: code, response = '', message } = error;
  // The server is closing the connection and has not accepted the message (RFC 5321, 3.8).
  if (code === 421) return { kind: 'busy', fault: explain(error) };
  // The recipient's address is one that SMTP cannot carry (the sender's was checked); the server was not asked.
  if (error.code === 'EENVELOPE' && command === 'API')
    return { kind: 'refused', step: 'recipient', reply: { code: 553, text: '邮箱地址不正确' } };
  if (code === undefined) return isBegun ? { kind: 'unknown' } : { kind: 'busy', fault: explain(error) };
  if (command === 'MAIL FROM' && code >= 500) return { kind: 'badSender', fault: explain(error) };
  const isAboutMessage = command === 'DATA';
  if (!isAboutMessage && command !== 'RCPT TO') {
    // A reply that closes the connection while a message is under way does not say what became of it.
    return isBegun ? { kind: 'unknown' } : { kind: 'busy', fault: explain(error) };
  }
  const reply = { code, text: (response || message).slice(0, 200) };
  if (code < 500 && isAboutServer(response)) return { kind: 'busy', fault: reply.text };
  return { kind: code < 500 ? 'deferred' : 'refused', step: isAboutMessage ? 'message' : 'recipient', reply };
}

/** The reason in few words: the server's reply, which contains no credentials, or nodemailer's code. */
function explain(error: unknown): string {
  const { responseCode, response, code } = error as SmtpError;
  if (code === 'EAUTH') return `邮件服务器拒绝登录${responseCode ? `（${responseCode}）` : ''}`;
  if (responseCode && response) return response.slice(0, 200);
  return `连不上邮件服务器${code ? `（${code}）` : ''}`;
}
