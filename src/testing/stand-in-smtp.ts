import { type AddressInfo, createServer, type Socket } from 'node:net';

/** An SMTP server on this machine; `url` is its address with credentials, `lines` the commands and data it received. */
export type StandInSmtp = { url: string; lines: string[]; close(): Promise<void> };

/** Starts an SMTP server with what sending a mail needs of RFC 5321; `refuse` names a command to answer with 550. */
export async function startStandInSmtp(refuse?: string): Promise<StandInSmtp> {
  const lines: string[] = [];
  const server = createServer((socket) => serveConnection(socket, lines, refuse));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://user:pass%40word@127.0.0.1:${port}`,
    lines,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function serveConnection(socket: Socket, lines: string[], refuse: string | undefined): void {
  let isData = false;
  let rest = '';
  const reply = (line: string) => socket.write(`${line}\r\n`);
  reply('220 post');
  socket.on('data', (chunk) => {
    const parts = (rest + chunk.toString('utf8')).split('\r\n');
    rest = parts.pop() ?? '';
    for (const line of parts) {
      lines.push(line);
      if (isData && line !== '.') continue;
      if (line === '.') isData = false;
      const command = line.split(/[ :]/)[0] ?? '';
      if (command === refuse) reply('550 no');
      else if (command === 'EHLO') reply('250-post\r\n250 AUTH PLAIN');
      else if (command === 'AUTH') reply('235 ok');
      else if (command === 'DATA') {
        isData = true;
        reply('354 go on');
      } else if (command === 'QUIT') socket.end('221 bye\r\n');
      else reply('250 ok');
    }
  });
}
