import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { startStandInSmtp as open, type StandInSmtp } from '#testing/stand-in-smtp.ts';
import type { Context } from '../context.ts';
import { openBulkConnection } from './bulk-smtp.ts';
import { smtpMail } from './smtp.ts';

const logged: string[] = [];
const ctx = {
  log: pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) }),
} as unknown as Context;

let mailServer: StandInSmtp | undefined;
afterEach(() => {
  logged.length = 0;
  return mailServer?.close();
});
const openMailServer = async (refuse?: string): Promise<StandInSmtp> => {
  await mailServer?.close();
  mailServer = await open(refuse);
  return mailServer;
};

const message = { to: 'reader@example.cn', subject: '验证你的邮箱', text: '你的验证码是 012345。\n' };

test('logs in and hands a mail over in the sender’s name', async () => {
  const { url, lines } = await openMailServer();
  await smtpMail({ url, from: '观澜 <no-reply@news.example.cn>' }).send(ctx, message);
  expect(lines).toContain(`AUTH PLAIN ${Buffer.from('\0user\0pass@word').toString('base64')}`);
  expect(lines).toContain('MAIL FROM:<no-reply@news.example.cn>');
  expect(lines).toContain('RCPT TO:<reader@example.cn>');
  const whole = lines.join('\n');
  expect(whole).toContain(`Subject: =?UTF-8?B?${Buffer.from(message.subject).toString('base64')}?=`);
  const [, body = ''] = /\n\n([\s\S]*?)\n\./.exec(whole) ?? [];
  expect(Buffer.from(body, 'base64').toString()).toBe(message.text);
});

test('sets a Message-ID and a one-click unsubscribe header', async () => {
  const { url, lines } = await openMailServer();
  const unsubscribe = 'https://news.example.cn/api/unsubscribe?token=1.reply.x';
  const sender = smtpMail({ url, from: '观澜 <no-reply@news.example.cn>' });
  await sender.send(ctx, { ...message, idempotencyKey: 'notice-7', unsubscribe });
  const whole = lines.join('\n').replaceAll(/\n\s/g, '');
  expect(whole).toContain('Message-ID: <notice-7@news.example.cn>');
  expect(whole).toMatch(new RegExp(`List-Unsubscribe: ?<${unsubscribe.replace(/[.?]/g, '\\$&')}>`));
  expect(whole).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
});

test.each([
  '观澜 <no-reply@news.example.cn>',
  '海岸(日报), 财经 <no-reply@news.example.cn>',
  '"Coast: Daily" <no-reply@news.example.cn>',
  'no-reply@news.example.cn',
])('single mails and letters name the sender %s in the same way', async (from) => {
  const { url, lines } = await openMailServer();
  const namesOf = () => lines.splice(0).filter((line) => /^(From:|MAIL FROM)/.test(line));
  await smtpMail({ url, from }).send(ctx, message);
  const single = namesOf();
  const letters = openBulkConnection({ url, from });
  const letter = {
    ...message,
    html: '<p>信</p>',
    messageId: 'letter-1@news.example.cn',
    unsubscribe: 'https://x.cn',
  };
  expect(await letters.send(letter, async () => true)).toEqual({ kind: 'sent' });
  letters.close();
  expect(namesOf()).toEqual(single);
  expect(single).toHaveLength(2);
  expect(single).toContain('MAIL FROM:<no-reply@news.example.cn>');
});

test.each(['海岸日报 <no-reply@news.example.cn', 'x@evil.example, no-reply@news.example.cn', ''])(
  'neither is sent in the name of %j, and a letter is not lost by it',
  async (from) => {
    const { url, lines } = await openMailServer();
    await expect(smtpMail({ url, from }).send(ctx, message)).rejects.toThrow('邮件暂时发不出去');
    const letter = { ...message, html: '', messageId: 'letter-1@x', unsubscribe: 'https://x.cn' };
    expect(await openBulkConnection({ url, from }).send(letter, async () => true)).toEqual({
      kind: 'badSender',
      fault: expect.stringMatching(/^发件人应/),
    });
    expect(lines).toEqual([]);
  },
);

test('takes an address as a single address, whatever it contains', async () => {
  const { url, lines } = await openMailServer();
  const sender = smtpMail({ url, from: 'a@example.cn' });
  await sender.send(ctx, { ...message, to: 'a@example.cn, b@example.cn' }).catch(() => undefined);
  await sender.send(ctx, { ...message, to: 'a@example.cn>\r\nRCPT TO:<b@example.cn' }).catch(() => undefined);
  expect(lines.filter((line) => line.includes('<b@example.cn>'))).toEqual([]);
});

test('reports in Chinese that a mail was not sent, and logs neither code nor password', async () => {
  const { url } = await openMailServer('RCPT');
  await expect(smtpMail({ url, from: 'a@example.cn' }).send(ctx, message)).rejects.toThrow('请检查邮箱地址');
  // What is not about the reader's address must not send them looking for a mistake in it.
  const unreachable = smtpMail({ url: 'smtp://127.0.0.1:1', from: 'a@example.cn' });
  await expect(unreachable.send(ctx, message)).rejects.toThrow('不是你的邮箱地址的问题');
  for (const step of ['MAIL', 'DATA']) {
    const refusing = smtpMail({ url: (await openMailServer(step)).url, from: 'a@example.cn' });
    await expect(refusing.send(ctx, message)).rejects.toThrow('不是你的邮箱地址的问题');
  }
  expect(logged).toHaveLength(4);
  for (const hidden of ['012345', 'pass', 'reader@example.cn']) expect(logged.join()).not.toContain(hidden);
});

test('with requireTLS sends neither credentials nor mail to a server without encryption', async () => {
  const { url, lines } = await openMailServer();
  const sender = smtpMail({ url: `${url}?requireTLS=true`, from: 'a@example.cn' });
  await expect(sender.send(ctx, message)).rejects.toThrow('邮件暂时发不出去');
  expect(lines.filter((line) => /^(AUTH|MAIL)/.test(line))).toEqual([]);
});
