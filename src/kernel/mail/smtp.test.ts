import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { openPost as open, type Post } from '#testing/stand-in-post.ts';
import type { Context } from '../context.ts';
import { smtpMail } from './smtp.ts';

const logged: string[] = [];
const ctx = {
  log: pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) }),
} as unknown as Context;

let post: Post | undefined;
afterEach(() => post?.close());
const openPost = async (refuse?: string): Promise<Post> => {
  post = await open(refuse);
  return post;
};

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

test('gives a letter a name of its own, and says where no more of them are wanted', async () => {
  const { url, lines } = await openPost();
  const unsubscribe = 'https://news.example.cn/api/unsubscribe?token=1.reply.x';
  const sender = smtpMail({ url, from: '观澜 <no-reply@news.example.cn>' });
  await sender.send(ctx, { ...letter, onceId: 'notice-7', unsubscribe });
  const whole = lines.join('\n').replaceAll(/\n\s/g, '');
  expect(whole).toContain('Message-ID: <notice-7@news.example.cn>');
  expect(whole).toMatch(new RegExp(`List-Unsubscribe: ?<${unsubscribe.replace(/[.?]/g, '\\$&')}>`));
  expect(whole).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
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

test('with requireTLS sends neither log-in nor letter to a server that offers no encryption', async () => {
  const { url, lines } = await openPost();
  const sender = smtpMail({ url: `${url}?requireTLS=true`, from: 'a@example.cn' });
  await expect(sender.send(ctx, letter)).rejects.toThrow('邮件暂时发不出去');
  expect(lines.filter((line) => /^(AUTH|MAIL)/.test(line))).toEqual([]);
});
