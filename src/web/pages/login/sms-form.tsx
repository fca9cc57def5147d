import { MobileCodeForm } from './mobile-code-form.tsx';
import type { JoiningProps } from './ways.ts';

/** Logs in by mobile and a code by SMS. */
export const SmsForm = (props: JoiningProps) => (
  <MobileCodeForm
    {...props}
    purpose="login"
    proof={(fields) => ({ grant_type: 'sms_code', ...fields })}
    consentNote="未注册的手机号验证后自动注册"
    submitLabel="登录"
  />
);
