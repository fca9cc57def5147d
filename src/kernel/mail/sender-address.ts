import { createRequire } from 'node:module';
import { z } from 'zod';

// Loaded when a sender is read: the schema of the setting is part of every process, most of which send no mail.
const loadParser = (): typeof import('nodemailer/lib/addressparser')['default'] =>
  createRequire(import.meta.url)('nodemailer/lib/addressparser');

/** The sender of mail: a name, which may be empty, and one address. */
export type SenderAddress = { name: string; address: string };

const example = '海岸日报 <no-reply@news.example.cn>';
const maxLength = 200;

/** An address that every mail server accepts, without SMTPUTF8 and without quotes. */
const addressPattern = (() => {
  const word = "[\\w!#$%&'*+/=?^`{|}~-]+";
  const label = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?';
  return new RegExp(`^${word}(?:\\.${word})*@${label}(?:\\.${label})*$`, 'i');
})();

/** Characters that mean something else in a name that is not in quotes. */
const specials = /["<>@:\\]/;

/**
 * Reads a configured sender: an address, or a name and an address in angle brackets. This is the only reading: envelope,
 * From header and Message-ID use its result. Refuses what mail programs could read in another way.
 * @returns the sender, or in Chinese what the text should be
 */
export function readSenderAddress(text: string): SenderAddress | { fault: string } {
  const trimmed = text.trim();
  if (trimmed.length > maxLength) return { fault: `应为至多 ${maxLength} 个字符，如 ${example}` };
  if (/\p{Cc}|\p{Zl}|\p{Zp}/u.test(trimmed)) return { fault: `应写在一行里，如 ${example}` };
  if ((trimmed.replace(/\\./g, '').match(/"/g)?.length ?? 0) % 2 === 1)
    return { fault: `应把名称两边的英文双引号写全${suggest(trimmed)}` };
  const parsed = loadParser()(trimmed);
  const [only, second] = parsed;
  const address = only?.address ?? '';
  if (second !== undefined || only?.group !== undefined || trimmed.split('@').length > 2)
    return {
      fault: `应只有一个邮箱地址，名称里不能有 @，有冒号的名称要用英文双引号括起来${suggest(trimmed)}`,
    };
  if (!addressPattern.test(address))
    return {
      fault: `应有邮箱地址，@ 前后只用英文字母、数字和 . _ - +（中文域名写成 xn-- 开头的形式），如 ${example}`,
    };
  if (trimmed === address) return { name: '', address };
  if (!trimmed.endsWith(`<${address}>`))
    return { fault: `应把邮箱地址写在最后的一对尖括号里${suggest(trimmed)}` };
  const name = trimmed.slice(0, -address.length - 2).trim();
  // A mail program drops the text in brackets of a name without quotes as a comment; it is meant as part of the name.
  if (!specials.test(name)) return { name, address };
  if (/^"(?:[^"\\]|\\.)*"$/.test(name)) return { name: only?.name ?? '', address };
  return { fault: `应把有引号、冒号或尖括号的名称整个用英文双引号括起来${suggest(trimmed)}` };
}

/** Writes the text as what it probably means, if it has one address. */
function suggest(text: string): string {
  const [found = '', ...others] = text.match(/[^\s<>@,;:"()]+@[^\s<>@,;:"()]+/g) ?? [];
  if (others.length > 0 || !addressPattern.test(found)) return `，如 ${example}`;
  const name = text
    .replace(found, '')
    .replace(/[<>"\\]/g, '')
    .trim();
  return `，如 ${specials.test(name) ? `"${name}"` : name} <${found}>`;
}

/** The host of a configured sender's address, which Message-IDs end with. */
export function hostOfSender(text: string): string {
  const sender = readSenderAddress(text);
  return ('address' in sender && sender.address.split('@')[1]) || 'localhost';
}

/** The sender of mail as a setting. */
export const mailFrom = z.string().superRefine((text, { addIssue }) => {
  const sender = readSenderAddress(text);
  if ('fault' in sender) addIssue({ code: 'custom', message: sender.fault });
});
