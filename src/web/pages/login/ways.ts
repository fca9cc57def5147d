import type { Consent } from '#client/account.ts';
import type { LogIn } from './use-log-in.ts';

/** The ways in, in the order of the tabs; `register` stands apart from them. */
export const WAYS = ['password', 'sms', 'wechat'] as const;
export type Way = (typeof WAYS)[number] | 'register';

export const wayNames: Record<(typeof WAYS)[number], string> = {
  password: '密码登录',
  sms: '短信登录',
  wechat: '微信扫码',
};

/** The query parameter of /login that opens it at one of its ways. */
export const WAY_PARAMETER = 'way';

/** The way an address asks for, if the portal offers it; otherwise the password, which always works. */
export function wayOf(asked: string | null, offered: { sms: boolean; wechat: boolean }): Way {
  if (asked === 'wechat') return offered.wechat ? 'wechat' : 'password';
  if (asked === 'sms' || asked === 'register') return offered.sms ? asked : 'password';
  return 'password';
}

/** What every way is given. The mobile goes along from one to the next. */
export type WayProps = {
  logIn: LogIn;
  mobile: string;
  setMobile: (mobile: string) => void;
};

/** What ways that may make a member are given besides. */
export type JoiningProps = WayProps & { consents: Consent; hasOutbox: boolean };
