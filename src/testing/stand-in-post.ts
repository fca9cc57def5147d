import { type AddressInfo, createServer, type Socket } from 'node:net';

/** An SMTP server on this machine; `url` is where it is, with a log-in in it, `lines` what it was told. */
export type Post = { url: string; lines: string[]; close(): Promise<void> };

/** As much of SMTP (RFC 5321) as a letter takes; `refuse` names the command that is answered 550. */
export async function openPost(refuse?: string): Promise<Post> {
  const lines: string[] = [];
  const server = createServer((socket) => serve(socket, lines, refuse));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://user:pass%40word@127.0.0.1:${port}`,
    lines,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function serve(socket: Socket, lines: string[], refuse: string | undefined): void {
  let isLetter = false;
  let rest = '';
  const say = (line: string) => socket.write(`${line}\r\n`);
  say('220 post');
  socket.on('data', (chunk) => {
    const parts = (rest + chunk.toString('utf8')).split('\r\n');
    rest = parts.pop() ?? '';
    for (const line of parts) {
      lines.push(line);
      if (isLetter && line !== '.') continue;
      if (line === '.') isLetter = false;
      const command = line.split(/[ :]/)[0] ?? '';
      if (command === refuse) say('550 no');
      else if (command === 'EHLO') say('250-post\r\n250 AUTH PLAIN');
      else if (command === 'AUTH') say('235 ok');
      else if (command === 'DATA') {
        isLetter = true;
        say('354 go on');
      } else if (command === 'QUIT') socket.end('221 bye\r\n');
      else say('250 ok');
    }
  });
}
