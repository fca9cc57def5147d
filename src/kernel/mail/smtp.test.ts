import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import type { Context } from '../context.ts';
import { smtpMail } from './smtp.ts';

type Post = { url: string; lines: string[]; server: Server };

const logged: string[] = [];
const ctx = {
  log: pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) }),
} as unknown as Context;

let post: Post | undefined;
afterEach(() => new Promise<void>((resolve) => (post ? post.server.close(() => resolve()) : resolve())));

/** As much of SMTP (RFC 5321) as a letter takes; `refuse` names the command that is answered 550. */
async function openPost(refuse?: string): Promise<Post> {
  const lines: string[] = [];
  const server = createServer((socket) => serve(socket, lines, refuse));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  post = { url: `smtp://user:pass%40word@127.0.0.1:${port}`, lines, server };
  return post;
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

const letter = { to: 'reader@example.cn', subject: '验证您的邮箱', text: '您的验证码是 012345。\n' };

test('hands a letter over, logged in, in the sender’s name', async () => {
  const { url, lines } = await openPost();
  await smtpMail({ url, from: '观澜 <no-reply@news.example.cn>' }).send(ctx, letter);
  expect(lines).toContain(`AUTH PLAIN ${Buffer.from('\0user\0pass@word').toString('base64')}`);
  expect(lines).toContain('MAIL FROM:<no-reply@news.example.cn>');
  expect(lines).toContain('RCPT TO:<reader@example.cn>');
  const whole = lines.join('\n');
  expect(whole).toContain(`Subject: =?UTF-8?B?${Buffer.from(letter.subject).toString('base64')}?=`);
  const [, body = ''] = /\n\n([\s\S]*?)\n\./.exec(whole) ?? [];
  expect(Buffer.from(body, 'base64').toString()).toBe(letter.text);
});

test('takes an address as one address, whatever stands in it', async () => {
  const { url, lines } = await openPost();
  const sender = smtpMail({ url, from: 'a@example.cn' });
  await sender.send(ctx, { ...letter, to: 'a@example.cn, b@example.cn' }).catch(() => undefined);
  await sender.send(ctx, { ...letter, to: 'a@example.cn>\r\nRCPT TO:<b@example.cn' }).catch(() => undefined);
  expect(lines.filter((line) => line.includes('<b@example.cn>'))).toEqual([]);
});

test('says in Chinese that a letter could not be sent, and logs neither code nor password', async () => {
  const { url } = await openPost('RCPT');
  const words = '邮件暂时发不出去，请检查邮箱地址，或稍后再试';
  await expect(smtpMail({ url, from: 'a@example.cn' }).send(ctx, letter)).rejects.toThrow(words);
  const nobody = smtpMail({ url: 'smtp://127.0.0.1:1', from: 'a@example.cn' });
  await expect(nobody.send(ctx, letter)).rejects.toThrow(words);
  expect(logged).toHaveLength(2);
  for (const hidden of ['012345', 'pass', 'reader@example.cn']) expect(logged.join()).not.toContain(hidden);
});
