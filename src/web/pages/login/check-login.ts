export type LoginFields = { mobile: string; password: string };
export type LoginErrors = { [K in keyof LoginFields]?: string };

const mobileLength = 11;

/** A mobile number as it is sent: full-width digits (全角) narrowed, blanks and dashes a person writes left out. */
export const cleanMobile = (text: string): string => text.normalize('NFKC').replace(/[\s\-–—]/g, '');

/** What is wrong with what was filled in, and how to put it right; nothing when it may be sent. */
export function checkLogin({ mobile, password }: LoginFields): LoginErrors {
  const errors: LoginErrors = {};
  const mobileError = checkMobile(cleanMobile(mobile));
  if (mobileError) errors.mobile = mobileError;
  if (password === '') errors.password = '请填写密码';
  return errors;
}

function checkMobile(mobile: string): string | undefined {
  if (mobile === '') return '请填写手机号';
  if (!/^\d+$/.test(mobile)) return '手机号只能是数字';
  const missing = mobileLength - mobile.length;
  if (missing > 0) return `手机号应为 ${mobileLength} 位数字，还差 ${missing} 位`;
  if (missing < 0) return `手机号应为 ${mobileLength} 位数字，多了 ${-missing} 位`;
  return mobile.startsWith('1') ? undefined : '手机号应以 1 开头';
}
