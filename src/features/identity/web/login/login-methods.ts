import type { Consent } from '#client/account.ts';
import type { LogIn } from './use-log-in.ts';

/** Log-in methods in the order of the tabs; `register` is separate. */
export const LOGIN_METHODS = ['password', 'sms', 'mail', 'wechat'] as const;
export type LoginMethod = (typeof LOGIN_METHODS)[number] | 'register';

export const loginMethodNames: Record<(typeof LOGIN_METHODS)[number], string> = {
  password: '密码登录',
  sms: '短信登录',
  mail: '邮箱登录',
  wechat: '微信扫码',
};

export const METHOD_PARAMETER = 'way';

/** Returns the requested method if the site offers it, else the password, which always works. */
export function readLoginMethod(
  requested: string | null,
  options: { sms: boolean; mail: boolean; wechat: boolean },
): LoginMethod {
  if (requested === 'wechat' || requested === 'mail') return options[requested] ? requested : 'password';
  if (requested === 'sms' || requested === 'register') return options.sms ? requested : 'password';
  return 'password';
}

/** Props of every log-in form. The mobile number is shared by all of them. */
export type LoginFormProps = {
  logIn: LogIn;
  mobile: string;
  setMobile: (mobile: string) => void;
};

/** Further props of forms that can create a member. */
export type RegistrationFormProps = LoginFormProps & { consents: Consent; hasOutbox: boolean };
