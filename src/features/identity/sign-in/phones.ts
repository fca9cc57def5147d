import { invalid } from '#kernel/errors.ts';

/**
 * A mobile number as it is kept: eleven digits. Full-width digits, spaces, hyphens and China's prefix are how
 * people write it, so each number has one form, and limits cannot be dodged by writing it differently.
 */
export const writePhone = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s\-()]/g, '')
    .replace(/^(\+|00)86(?=1\d{10}$)/, '');

/** The same. @throws invalid when it is no mobile number */
export function readPhone(text: string | undefined): string {
  const phone = writePhone(text ?? '');
  if (phone === '') throw invalid('请输入手机号（phone）');
  if (!/^1\d{10}$/.test(phone)) throw invalid('手机号（phone）不正确，应为 11 位数字');
  return phone;
}
