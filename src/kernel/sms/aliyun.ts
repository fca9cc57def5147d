import { createRequire } from 'node:module';
import type { Context } from '../context.ts';
import { type DomainError, invalid, rateLimited, unavailable } from '../errors.ts';
import { smsTemplates } from '../setting-schemas.ts';
import type { CodePurpose, SmsMessage, SmsSender } from './sender.ts';

type Sdk = typeof import('@alicloud/dysmsapi20170525', { with: { 'resolution-mode': 'require' }});

const require = createRequire(import.meta.url);

/** `endpoint` is an address, `https://dysmsapi.aliyuncs.com`. Each template has a single variable, `code`. */
export type AliyunSettings = {
  accessKeyId: string;
  accessKeySecret: string;
  signName: string;
  templates: Record<CodePurpose, string>;
  endpoint: string;
};

/** Returns the account configured in a group of settings; null if messages go to the outbox. */
export function aliyunOf(
  {
    provider,
    templates,
    ...keys
  }: Record<'provider' | 'templates', string> &
    Pick<AliyunSettings, 'accessKeyId' | 'accessKeySecret' | 'signName'>,
  endpoint: string,
): AliyunSettings | null {
  return provider === 'aliyun' ? { ...keys, templates: smsTemplates.parse(templates), endpoint } : null;
}

const timeoutMs = 5000;

type Code = Pick<SmsMessage, 'phone' | 'purpose' | 'code'>;

/** Sends through Aliyun's SendSms (2017-05-25) with the official client. Never retries: a retry might send twice. */
export function aliyunSms(settings: AliyunSettings): SmsSender {
  let opened: ReturnType<typeof openClient> | undefined;
  return {
    async send(ctx, message) {
      opened ??= openClient(settings);
      const answer = await sendOnce(opened, settings, message);
      if (answer !== 'OK') throw refusal(ctx, answer);
    },
  };
}

/** Sends one code, for a caller that wants the reason for a refusal. @returns Aliyun's code, `OK` or `no answer` */
export const tryAliyun = (settings: AliyunSettings, message: Code): Promise<string> =>
  sendOnce(openClient(settings), settings, message);

function sendOnce(
  { client, SendSmsRequest }: ReturnType<typeof openClient>,
  { signName, templates }: AliyunSettings,
  { phone, purpose, code }: Code,
): Promise<string> {
  const request = new SendSmsRequest({
    phoneNumbers: phone,
    signName,
    templateCode: templates[purpose],
    templateParam: JSON.stringify({ code }),
  });
  return client.sendSms(request).then(
    ({ body }) => body?.code ?? 'no answer',
    (error: { code?: string }) => error.code ?? 'no answer',
  );
}

// Loading takes half a second and several megabytes, which a portal that sends nothing need not spend.
function openClient({ accessKeyId, accessKeySecret, endpoint }: AliyunSettings) {
  const { default: Client, SendSmsRequest } = require('@alicloud/dysmsapi20170525') as Sdk;
  const { protocol, host } = new URL(endpoint);
  const settings = {
    accessKeyId,
    accessKeySecret,
    endpoint: host,
    protocol: protocol.slice(0, -1),
    connectTimeout: timeoutMs,
    readTimeout: timeoutMs,
  };
  return { client: new Client(settings as ConstructorParameters<typeof Client>[0]), SendSmsRequest };
}

/** Maps Aliyun's code to an error. Logs only the code: Aliyun's text quotes phone numbers and keys. */
function refusal({ log }: Context, code: string | undefined): DomainError {
  if (code === 'isv.MOBILE_NUMBER_ILLEGAL') return invalid('这个手机号不能接收短信，请检查后重试', 'phone');
  if (code === 'isv.BUSINESS_LIMIT_CONTROL') return rateLimited('这个号码接收短信太频繁，请稍后再试', 60);
  log.error({ code }, 'Aliyun refused a text message');
  return unavailable('短信暂时发不出去，请稍后再试');
}
