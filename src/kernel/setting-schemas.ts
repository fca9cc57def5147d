import { z } from 'zod';
import { accentPattern, deriveAccent } from '../shared/brand/accent.ts';
import { isBlank } from '../shared/clean-text.ts';
import { foldWidth } from '../shared/fold-width.ts';
import { isStockCode, plainStockCode } from '../shared/stock-code.ts';
import type { CodePurpose } from './sms/sender.ts';

/*
 * Schemas of settings, from the environment or the back office. Messages say what the value should be; callers put the
 * setting's name in front of them.
 */

/** Schema of a web address like the example. */
export const webAddress = (example: string) =>
  z.url({ protocol: /^https?$/, hostname: /.+/, error: `应为网址，如 ${example}` });

/** The site's name, at most 20 characters. */
export const siteName = z
  .string()
  .max(20, { error: '应为 1 到 20 个字' })
  .refine((name) => !isBlank(name), { error: '应为 1 到 20 个字' });

/** The site's motto and its one-line description; may be empty. */
export const siteMotto = z.string().max(30, { error: '应为至多 30 个字' });
export const siteDescription = z.string().max(60, { error: '应为至多 60 个字' });

/** A picture of the site: its address, with width and height as the fragment, `/files/000000/ab/cd….webp#640x120`. */
export const brandPicture = z
  .string()
  .regex(/^\/files\/\w{1,20}\/[0-9a-f]{2}\/[0-9a-f]{38}\.webp#\d{1,4}x\d{1,4}$/, { error: '请重新上传' });

/** The accent colour as `#rrggbb`: one that stays readable in both themes. */
export const accentColour = z
  .string()
  .regex(accentPattern, { error: '应为 # 和 6 位十六进制数，如 #c2371c' })
  .transform((hex) => hex.toLowerCase())
  .refine((hex) => deriveAccent(hex) !== null, {
    error: '太浅：白底上的文字和按钮会看不清，调深到看得清就不再是这种颜色。请选深一些的颜色',
  });

/** A filing or licence number in the footer; may be empty. */
export const footerText = z.string().max(100, { error: '应为至多 100 个字' });

/** Codes of securities, separated by commas or spaces, at most 12; may be empty. */
export const stockCodes = z
  .string()
  .max(200, { error: '应为至多 12 个证券代码，用逗号分开' })
  .refine(
    (text) =>
      readStockCodes(text).every((code) => isStockCode(plainStockCode(code))) &&
      readStockCodes(text).length <= 12,
    {
      error: '应为至多 12 个证券代码，用逗号分开',
    },
  );

/** Reads a list of codes as an operator types it. */
export const readStockCodes = (text: string): string[] => [
  ...new Set(
    foldWidth(text)
      .toUpperCase()
      .split(/[\s,、;]+/)
      .filter(Boolean),
  ),
];

/** The id of a site at 百度统计; may be empty. */
export const baiduSiteId = z.string().regex(/^(?:[0-9a-f]{32})?$/, {
  error: '应为 hm.js? 后面的 32 位小写字母和数字',
});

/** The address of Umami's script; may be empty. Its host becomes part of the CSP, so it has no unusual characters. */
export const umamiScript = z
  .string()
  .max(300, { error: '应为至多 300 个字' })
  .regex(/^$|^https:\/\/[a-z0-9.-]+(?::\d{1,5})?\/[\w./-]+$/i, {
    error: '应为 https 地址，如 https://stats.example.cn/script.js',
  })
  .refine((text) => text === '' || URL.canParse(text), { error: '不是可以打开的地址' });

/** The id of a site at Umami; may be empty. */
export const umamiSiteId = z.string().regex(/^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/i, {
  error: '应为 00000000-0000-0000-0000-000000000000 这样的编号',
});

/** The measurement id of Google Analytics 4; may be empty. */
export const googleMeasurementId = z.string().regex(/^(?:G-[A-Z0-9]{4,20})?$/, {
  error: '应为 G- 开头的衡量 ID',
});

/** The key of IndexNow; may be empty. */
export const indexNowKey = z.string().regex(/^(?:[A-Za-z0-9-]{8,128})?$/, {
  error: '应为 8 到 128 个字母、数字或连字符',
});

/** The code in the meta tag by which a search engine verifies the site; may be empty. */
export const verificationCode = z.string().regex(/^[\w.=+/-]{0,120}$/, {
  error: '应为 content 里的验证码，不带引号和标签',
});

/** The name of a verification file in the root of the site; may be empty. */
export const verificationFile = z
  .string()
  .regex(/^(?:[\w-]{1,80}\.(?:html|txt|xml))?$/, {
    error: '应为搜索引擎给的文件名，如 baidu_verify_xxx.html',
  })
  .refine((name) => !/^(?:robots|sitemap|sitemap-\w+|feed|atom)\./.test(name), {
    error: '是网站自己的文件，不能占用',
  });
export const verificationText = z.string().max(500, { error: '应为至多 500 个字' });

/** The mail server: `smtps://用户:密码@主机:465`. */
export const smtpAddress = z.url({
  protocol: /^smtps?$/,
  hostname: /.+/,
  error: '应为 smtps://用户:密码@主机:465，其中的特殊字符按网址编码',
});

/** What a live portal may do without encryption. */
export const plaintextUses = ['site', 'mail'] as const;
export type PlaintextUse = (typeof plaintextUses)[number];

/** Returns whether mail may go unencrypted: without `requireTLS`, nodemailer uses STARTTLS only if it is offered. */
export function isPlaintextMail(url = ''): boolean {
  const address = URL.parse(url);
  return address?.protocol === 'smtp:' && address.searchParams.get('requireTLS') !== 'true';
}

/** Purposes of verification codes; each can have its own template at the provider. */
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

/** Formats templates as a setting's text, in the shortest form. */
export function writeTemplates(templates: Record<CodePurpose, string>): string {
  const [first = '', ...rest] = codePurposes.map((purpose) => templates[purpose]);
  return rest.every((template) => template === first)
    ? first
    : codePurposes.map((purpose) => `${purpose}=${templates[purpose]}`).join(',');
}

/** A bucket name by Amazon's rules, which all S3 providers follow. */
export const bucketName = z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, {
  error: '应为 3 到 63 个小写字母、数字、点或连字符',
});

export const regionName = z.string().regex(/^[a-z0-9-]{1,40}$/, { error: '应为地域名，如 cn-hangzhou' });

/** A header sent to the quote source: `Authorization: Bearer …`. */
export const pullHeader = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,60}:\s*[\x20-\x7e]{1,900}$/, {
  error: '应为 名称: 值，如 Authorization: Bearer abc',
});
