import { cleanCode, type FieldCheck } from '../../../parts/sign-in/check-fields.ts';

/** As far as a form can tell; whether it can be reached is shown by the code. */
export function checkEmail(email: string): FieldCheck {
  if (email === '') return '请填写邮箱';
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email)
    ? undefined
    : '邮箱不正确，应为 name@example.cn 这样的地址';
}

/** The code that came by mail. */
export function checkMailCode(text: string): FieldCheck {
  const code = cleanCode(text);
  if (code === '') return '请填写邮件验证码';
  return /^\d{6}$/.test(code) ? undefined : '验证码是 6 位数字';
}
