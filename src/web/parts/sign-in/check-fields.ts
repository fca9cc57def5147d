/** An error message that says how to correct the field; undefined if the field is valid. */
export type FieldCheck = string | undefined;

const mobileLength = 11;
const codeLength = 6;

/** Room for a whole message, which people paste instead of its code. */
export const maxMessageLength = 300;

/** Converts full-width digits (全角), and removes spaces, dashes and parentheses. */
const clean = (text: string): string => text.normalize('NFKC').replace(/[\s\-–—()]/g, '');

/** Normalises a code of an authenticator, or a recovery code, before it is sent; it may be pasted with other text. */
export function cleanTotp(text: string): string {
  const cleaned = clean(text);
  return /^[\da-z]*$/i.test(cleaned) ? cleaned : cleanCode(text);
}

/** Normalises a code by SMS or mail before it is sent. Finds it in a pasted message, if only one code can be meant. */
export function cleanCode(text: string): string {
  const cleaned = clean(text);
  if (/^\d*$/.test(cleaned)) return cleaned;
  const written = text.normalize('NFKC');
  const named = /(?:码|code)\D{0,12}?(?<!\d)(\d{6})(?!\d)/gi;
  const runs = /(?<!\d)(\d{6})(?!\d)/g;
  for (const [candidate, pattern] of [
    [written, named],
    [written, runs],
    [cleaned, runs],
  ] as const) {
    const found = new Set([...candidate.matchAll(pattern)].map(([, code]) => code));
    const [code] = found;
    if (code !== undefined && found.size === 1) return code;
  }
  return cleaned;
}

/** Normalises a mobile number like a code, and removes the prefix of China, which address books add. */
export const cleanMobile = (text: string): string => clean(text).replace(/^(?:\+|00)86(?=1\d{10}$)/, '');

/** Checks a mainland mobile number by the server's rules. */
export function checkMobile(text: string): FieldCheck {
  const mobile = cleanMobile(text);
  if (mobile === '') return '请填写手机号';
  if (!/^\d+$/.test(mobile)) return '手机号只能是数字';
  const shortBy = mobileLength - mobile.length;
  if (shortBy > 0) return `手机号应为 ${mobileLength} 位数字，还差 ${shortBy} 位`;
  if (shortBy < 0) return `手机号应为 ${mobileLength} 位数字，多了 ${-shortBy} 位`;
  return mobile.startsWith('1') ? undefined : '手机号应以 1 开头';
}

/** Checks the form of an address; the mailed code proves that it works. */
export function checkEmail(text: string): FieldCheck {
  const email = text.trim();
  if (email === '') return '请填写邮箱';
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email)
    ? undefined
    : '邮箱不正确，应为 name@example.cn 这样的地址';
}

export function checkCode(text: string, label = '短信验证码'): FieldCheck {
  const code = cleanCode(text);
  if (code === '') return `请填写${label}`;
  return /^\d+$/.test(code) && code.length === codeLength ? undefined : `验证码是 ${codeLength} 位数字`;
}

/** Checks that a password is present. Spaces may be part of it. */
export const checkPassword = (password: string): FieldCheck => (password === '' ? '请填写密码' : undefined);

/** Checks a new password: 8 to 100 characters, as on the server. */
export function checkNewPassword(password: string): FieldCheck {
  if (password === '') return '请设置密码';
  if (password.length < 8) return `密码至少 8 个字符，还差 ${8 - password.length} 个`;
  return password.length > 100 ? '密码最多 100 个字符' : undefined;
}

/** Checks that there is a code: six digits of an authenticator or a recovery code. */
export const checkTotp = (text: string): FieldCheck =>
  cleanTotp(text) === '' ? '请填写动态验证码或恢复码' : undefined;

/** The law (PIPL) requires active consent, so the box is never ticked in advance. */
export const checkConsent = (isTicked: boolean): FieldCheck => (isTicked ? undefined : '请先阅读并勾选同意');
