import { type AddressInfo, createServer, type Socket } from 'node:net';

/** An answer to one command, a promise of one, or `hang` for none at all. */
type Answer = string | undefined | 'hang';

/** What the server answers instead of accepting. */
export type SmtpBehaviour = {
  /** Answers the sender's address. */
  onSender?: (address: string) => Answer;
  /** Answers a recipient: `550 5.1.1 no such user`. Undefined accepts. */
  onRecipient?: (address: string) => Answer;
  /** Answers the end of a message. `hang`: the message arrived and is kept, but no answer is sent. */
  onMessage?: (address: string) => Answer;
  /** Stops reading after half of the message to this address and never answers. */
  hangsAtHalf?: (address: string) => boolean;
  /** Greets with this instead of 220. */
  greeting?: () => string | undefined;
};

export type ReceivedMail = { to: string; from: string; data: string };

/** An SMTP server on this machine; `url` is its address with credentials. */
export type StandInSmtp = {
  url: string;
  /** The commands and data that it received; empty with `keepsLines: false`. */
  lines: string[];
  /** Hands every accepted message over; a mailbox is an address. */
  onMail: (mail: ReceivedMail) => void;
  /** The number of messages accepted for an address. */
  count(address: string): number;
  /** The number of mailboxes that received a message, and of messages. */
  totals(): { mailboxes: number; messages: number; connections: number };
  behaviour: SmtpBehaviour;
  close(): Promise<void>;
};

/**
 * Starts an SMTP server with what sending mail needs of RFC 5321.
 * @param refuse names a command to answer with 550
 */
export async function startStandInSmtp(
  refuse?: string,
  { keepsLines = true, behaviour = {} }: { keepsLines?: boolean; behaviour?: SmtpBehaviour } = {},
): Promise<StandInSmtp> {
  const mailboxes = new Map<string, number>();
  const sockets = new Set<Socket>();
  let messages = 0;
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // A killed client resets its connections.
    socket.on('error', () => socket.destroy());
    serveConnection(socket, smtp, { refuse, keepsLines, accept });
  });
  const accept = (mail: ReceivedMail) => {
    messages += 1;
    mailboxes.set(mail.to, (mailboxes.get(mail.to) ?? 0) + 1);
    smtp.onMail(mail);
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const smtp: StandInSmtp = {
    url: `smtp://user:pass%40word@127.0.0.1:${port}`,
    lines: [],
    onMail: () => {},
    count: (address) => mailboxes.get(address) ?? 0,
    totals: () => ({ mailboxes: mailboxes.size, messages, connections }),
    behaviour,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
  return smtp;
}

type Serving = {
  refuse: string | undefined;
  keepsLines: boolean;
  accept: (mail: ReceivedMail) => void;
};

function serveConnection(socket: Socket, smtp: StandInSmtp, { refuse, keepsLines, accept }: Serving): void {
  let isData = false;
  let isHanging = false;
  let rest = '';
  let mail: ReceivedMail = { to: '', from: '', data: '' };
  const reply = (line: string) => socket.write(`${line}\r\n`);
  const answer = (given: Answer, accepted: string) => {
    if (given === 'hang') isHanging = true;
    else reply(given ?? accepted);
  };
  reply(smtp.behaviour.greeting?.() ?? '220 post');

  const endMessage = () => {
    isData = false;
    const { onMessage } = smtp.behaviour;
    const given = onMessage?.(mail.to);
    if (given === undefined || given === 'hang') accept(mail);
    answer(given, '250 ok');
  };
  const takeCommand = (line: string) => {
    const command = (line.split(/[ :]/)[0] ?? '').toUpperCase();
    const address = /<(.*)>/.exec(line)?.[1] ?? '';
    if (command === refuse) reply('550 no');
    else if (command === 'EHLO') reply('250-post\r\n250 AUTH PLAIN');
    else if (command === 'AUTH') reply('235 ok');
    else if (command === 'MAIL') {
      mail = { to: '', from: address, data: '' };
      answer(smtp.behaviour.onSender?.(address), '250 ok');
    } else if (command === 'RCPT') {
      mail.to = address;
      answer(smtp.behaviour.onRecipient?.(address), '250 ok');
    } else if (command === 'DATA') {
      isData = true;
      reply('354 go on');
    } else if (command === 'STARTTLS') reply('502 no encryption');
    else if (command === 'QUIT') socket.end('221 bye\r\n');
    else reply('250 ok');
  };
  socket.on('data', (chunk) => {
    if (isHanging) return;
    if (isData && smtp.behaviour.hangsAtHalf?.(mail.to)) {
      isHanging = true;
      socket.pause();
      return;
    }
    const parts = (rest + chunk.toString('utf8')).split('\r\n');
    rest = parts.pop() ?? '';
    for (const line of parts) {
      if (keepsLines) smtp.lines.push(line);
      if (!isData) takeCommand(line);
      else if (line === '.') {
        if (refuse === '.') {
          isData = false;
          reply('550 no');
        } else endMessage();
      } else mail.data += `${line}\n`;
    }
  });
}
