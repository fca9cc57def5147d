import { z } from 'zod';
import { isBlank } from '../shared/clean-text.ts';
import type { CodePurpose } from './sms/sender.ts';

/*
 * What a setting may be, whether it stands in the environment or was set at the desk. The messages say what it should
 * be; who asks puts the setting's name in front of them.
 */

/** An address of the web, as in the example. */
export const webAddress = (example: string) =>
  z.url({ protocol: /^https?$/, hostname: /.+/, error: `应为网址，如 ${example}` });

/** What the site is called, at most 20 characters. */
export const siteName = z
  .string()
  .max(20, { error: '应为 1 到 20 个字' })
  .refine((name) => !isBlank(name), { error: '应为 1 到 20 个字' });

/** A filing or licence number as the footer shows it, or nothing. */
export const footerText = z.string().max(100, { error: '应为至多 100 个字' });

/** Whom mail comes from: `观澜 <no-reply@news.example.cn>`. */
export const mailFrom = z
  .string()
  .max(200, { error: '应为邮箱地址，如 观澜 <no-reply@news.example.cn>' })
  .regex(/^[^<>\r\n]*<?[^<>@\s]+@[^<>@\s]+>?$/, {
    error: '应为邮箱地址，如 观澜 <no-reply@news.example.cn>',
  });

/** Where mail is handed over: `smtps://用户:密码@主机:465`. */
export const smtpAddress = z.url({
  protocol: /^smtps?$/,
  hostname: /.+/,
  error: '应为 smtps://用户:密码@主机:465，其中的特殊字符按网址编码',
});

/** What a live portal may do unencrypted. */
export const plaintextUses = ['site', 'mail'] as const;
export type PlaintextUse = (typeof plaintextUses)[number];

/** Whether mail may go out unencrypted: without `requireTLS` nodemailer takes STARTTLS only where it is offered. */
export function isPlainMail(url = ''): boolean {
  const address = URL.parse(url);
  return address?.protocol === 'smtp:' && address.searchParams.get('requireTLS') !== 'true';
}

/** What codes are for, each with a template of its own at the provider. */
const codePurposes = ['login', 'register', 'reset', 'bind', 'change', 'change-old', 'delete'] as const;

/** `login=SMS_1,register=SMS_2`, or one template for all purposes: `SMS_1`. */
export const smsTemplates = z.string().transform((text, check): Record<CodePurpose, string> => {
  const parts = text.split(',').map((part) => part.trim());
  const [only = ''] = parts;
  const pairs = parts.map((part) => part.split('=', 2).map((word) => word.trim()));
  const given =
    parts.length === 1 && !only.includes('=')
      ? Object.fromEntries(codePurposes.map((purpose) => [purpose, only]))
      : Object.fromEntries(pairs);
  const isWhole = codePurposes.every((purpose) => /^\w+$/.test(given[purpose] ?? ''));
  if (!isWhole || Object.keys(given).length > codePurposes.length)
    check.addIssue({
      code: 'custom',
      message: `应为模板编号，如 SMS_123456，或逐项写明 ${codePurposes.map((purpose) => `${purpose}=SMS_…`).join(',')}`,
    });
  return given as Record<CodePurpose, string>;
});

/** Templates as one text again, as short as it gets. */
export function writeTemplates(templates: Record<CodePurpose, string>): string {
  const [first = '', ...rest] = codePurposes.map((purpose) => templates[purpose]);
  return rest.every((template) => template === first)
    ? first
    : codePurposes.map((purpose) => `${purpose}=${templates[purpose]}`).join(',');
}

/** A bucket's name, by Amazon's rules, which every S3 keeps. */
export const bucketName = z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, {
  error: '应为 3 到 63 个小写字母、数字、点或连字符',
});

export const regionName = z.string().regex(/^[a-z0-9-]{1,40}$/, { error: '应为地域名，如 cn-hangzhou' });

/** A header as it is sent to the source of quotes: `Authorization: Bearer …`. */
export const pullHeader = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,60}:\s*[\x20-\x7e]{1,900}$/, {
  error: '应为 名称: 值，如 Authorization: Bearer abc',
});
