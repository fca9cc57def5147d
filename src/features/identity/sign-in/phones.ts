import { invalid } from '#kernel/errors.ts';

/**
 * Normalises a mobile number to eleven digits. People write full-width digits, spaces, hyphens and the prefix +86; a
 * single form keeps them from evading rate limits by notation.
 */
export const normalisePhone = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s\-()]/g, '')
    .replace(/^(\+|00)86(?=1\d{10}$)/, '');

/** Normalises and validates a mobile number. @throws invalid when it is not one */
export function parsePhone(text: string | undefined): string {
  const phone = normalisePhone(text ?? '');
  if (phone === '') throw invalid('请输入手机号', 'phone');
  if (!/^1\d{10}$/.test(phone)) throw invalid('手机号不正确，应为 11 位数字', 'phone');
  return phone;
}
