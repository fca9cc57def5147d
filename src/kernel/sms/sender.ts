import type { Context } from '../context.ts';

/** The purpose of a verification code; each has its own template at the operator's SMS provider. */
export type CodePurpose = 'login' | 'register' | 'reset' | 'bind' | 'change' | 'change-old' | 'delete';

/** A verification code for a phone. */
export type SmsMessage = {
  phone: string;
  purpose: CodePurpose;
  /** Six digits. */
  code: string;
  /** How long the code is valid. */
  minutes: number;
  /** The code gives access to a staff account: only the recipient may see it, so the outbox hides it too. */
  isConfidential: boolean;
};

/** @throws unavailable, in Chinese, if the message could not be handed over; rateLimited if the provider says so */
export type SmsSender = { send(ctx: Context, message: SmsMessage): Promise<void> };

const purposes: Record<CodePurpose, string> = {
  login: '登录',
  register: '注册',
  reset: '重设密码',
  bind: '绑定手机号',
  change: '更换手机号',
  'change-old': '验证原手机号',
  delete: '注销账号',
};

/** Returns the message as a phone shows it: signature in brackets, code, purpose, validity. */
export const smsText = (
  signature: string,
  { code, purpose, minutes }: Pick<SmsMessage, 'code' | 'purpose' | 'minutes'>,
): string =>
  `【${signature}】验证码 ${code}，用于${purposes[purpose]}，${minutes} 分钟内有效。请勿告诉他人；如非本人操作，请忽略。`;
