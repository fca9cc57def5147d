import { createHash, createHmac } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ReceivedRequest, type StandInServer, startStandInServer } from '#testing/stand-in-server.ts';
import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { aliyunSms } from './aliyun.ts';
import type { SmsMessage, SmsSender } from './sender.ts';

const secret = 'a secret key';
const template = 'SMS_100';
const message: SmsMessage = {
  phone: '13800000000',
  purpose: 'login',
  code: '012345',
  minutes: 5,
  isConfidential: false,
};

let server: StandInServer;
let sender: SmsSender;
let logged: string[] = [];
const ctx = {
  log: pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) }),
} as unknown as Context;

beforeAll(async () => {
  server = await startStandInServer();
  const purposes = ['login', 'register', 'reset', 'bind', 'change', 'change-old', 'delete'] as const;
  sender = aliyunSms({
    accessKeyId: 'LTAI-id',
    accessKeySecret: secret,
    signName: '观澜 资讯',
    templates: Object.fromEntries(
      purposes.map((purpose, index) => [purpose, `SMS_${100 + index}`]),
    ) as Parameters<typeof aliyunSms>[0]['templates'],
    endpoint: server.origin,
  });
});
afterAll(() => server.close());
beforeEach(() => {
  logged = [];
  server.requests.length = 0;
});

test('sends one signed SendSms with the template of the purpose', async () => {
  server.answer(() => ({ body: { Code: 'OK', Message: 'OK', BizId: '1', RequestId: 'r' } }));
  await sender.send(ctx, message);
  expect(server.requests).toHaveLength(1);
  const [arrival] = server.requests as [ReceivedRequest];
  const { searchParams } = new URL(arrival.url, server.origin);
  expect(Object.fromEntries(searchParams)).toMatchObject({
    PhoneNumbers: '13800000000',
    SignName: '观澜 资讯',
    TemplateCode: template,
    TemplateParam: '{"code":"012345"}',
  });
  expect(arrival.headers).toMatchObject({ 'x-acs-action': 'SendSms', 'x-acs-version': '2017-05-25' });
  expect(arrival.headers.authorization).toBe(signatureOf(arrival));
  expect(logged).toEqual([]);
});

test.each([
  [{ Code: 'isv.BUSINESS_LIMIT_CONTROL' }, 'rate_limited', '这个号码接收短信太频繁，请稍后再试'],
  [{ Code: 'isv.MOBILE_NUMBER_ILLEGAL' }, 'invalid', '这个手机号不能接收短信，请检查后重试'],
  [{ Code: 'isv.AMOUNT_NOT_ENOUGH' }, 'unavailable', '短信暂时发不出去，请稍后再试'],
])('explains %j', async (body, kind, words) => {
  server.answer(() => ({ body: { ...body, Message: 'for 13800000000', RequestId: 'r' } }));
  const error = await sender.send(ctx, message).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(DomainError);
  expect(error).toMatchObject({ kind, message: words });
});

test('fails as unavailable if Aliyun refuses the key or does not answer, and logs no code, number or key', async () => {
  const fault = {
    Code: 'SignatureDoesNotMatch',
    Message: `not ${message.code} of ${secret}`,
    RequestId: 'r',
  };
  for (const reply of [
    { status: 400, body: fault },
    { status: 502, body: '<html>' },
  ]) {
    server.answer(() => reply);
    await expect(sender.send(ctx, message)).rejects.toThrow('短信暂时发不出去，请稍后再试');
  }
  expect(logged.join()).toContain('SignatureDoesNotMatch');
  for (const hidden of [message.code, message.phone, secret]) expect(logged.join()).not.toContain(hidden);
});

/** Computes the ACS3-HMAC-SHA256 signature by Aliyun's specification, as the server would. */
function signatureOf({ method, url, headers, body }: ReceivedRequest): string {
  const [, signed = ''] = /SignedHeaders=([^,]+)/.exec(String(headers.authorization)) ?? [];
  const { pathname, searchParams } = new URL(url, server.origin);
  const encode = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
  const query = [...searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const names = signed.split(';');
  expect(names).toEqual(
    expect.arrayContaining(['host', 'x-acs-action', 'x-acs-date', 'x-acs-content-sha256']),
  );
  expect(headers['x-acs-content-sha256']).toBe(sha256(body));
  const canonical = [
    method,
    pathname,
    query,
    names.map((name) => `${name}:${String(headers[name]).trim()}\n`).join(''),
    signed,
    sha256(body),
  ].join('\n');
  const signature = createHmac('sha256', secret)
    .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
    .digest('hex');
  return `ACS3-HMAC-SHA256 Credential=LTAI-id,SignedHeaders=${signed},Signature=${signature}`;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
