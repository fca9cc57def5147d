/** What is wrong with a field and how to put it right; undefined when it may be sent. */
export type FieldCheck = string | undefined;

const mobileLength = 11;
const codeLength = 6;

/** A code as it is sent: full-width digits (全角) narrowed, blanks and dashes a person writes left out. */
export const cleanCode = (text: string): string => text.normalize('NFKC').replace(/[\s\-–—()]/g, '');

/** A mobile number as it is sent: the same liberties, and China's prefix, which an address book puts before it. */
export const cleanMobile = (text: string): string => cleanCode(text).replace(/^(?:\+|00)86(?=1\d{10}$)/, '');

/** A number of the mainland, as the server takes it. */
export function checkMobile(text: string): FieldCheck {
  const mobile = cleanMobile(text);
  if (mobile === '') return '请填写手机号';
  if (!/^\d+$/.test(mobile)) return '手机号只能是数字';
  const missing = mobileLength - mobile.length;
  if (missing > 0) return `手机号应为 ${mobileLength} 位数字，还差 ${missing} 位`;
  if (missing < 0) return `手机号应为 ${mobileLength} 位数字，多了 ${-missing} 位`;
  return mobile.startsWith('1') ? undefined : '手机号应以 1 开头';
}

/** A code that came by SMS. */
export function checkCode(text: string): FieldCheck {
  const code = cleanCode(text);
  if (code === '') return '请填写短信验证码';
  return /^\d+$/.test(code) && code.length === codeLength ? undefined : `验证码是 ${codeLength} 位数字`;
}

/** A password that is asked for: blanks are the person's own. */
export const checkPassword = (password: string): FieldCheck => (password === '' ? '请填写密码' : undefined);

/** A password that is chosen: 8 to 100 characters, as the server takes it. */
export function checkNewPassword(password: string): FieldCheck {
  if (password === '') return '请设置密码';
  if (password.length < 8) return `密码至少 8 个字符，还差 ${8 - password.length} 个`;
  return password.length > 100 ? '密码最多 100 个字符' : undefined;
}

/** Six digits of an authenticator, or one of the recovery codes. */
export const checkTotp = (text: string): FieldCheck =>
  cleanCode(text) === '' ? '请填写动态验证码或恢复码' : undefined;

/** Consent is given by ticking (PIPL); it is never ticked beforehand. */
export const checkConsent = (isTicked: boolean): FieldCheck => (isTicked ? undefined : '请先阅读并勾选同意');
