import { Field, Input, InputRow } from '#ui/controls/field.tsx';
import { maxMessageLength } from './check-fields.ts';
import { SendCode } from './send-code.tsx';
import { type CodePurpose, useSmsCode } from './use-sms-code.ts';

export type CodeFieldProps = {
  purpose: CodePurpose;
  /** The number entered so far, normalised, or an e-mail address; `''` if the code goes to the member's own. */
  phone: string;
  /** Where an own code goes if the account has no mobile number. */
  ownEmail?: string | undefined;
  /** Checks the number before a code is requested: shows the error and returns null if it is invalid. */
  checkPhone: () => string | null;
  label?: string;
  name?: string;
  error?: string | undefined;
  /** The site shows messages on an outbox page instead of sending them. */
  hasOutbox?: boolean;
  /** Whether the browser may fill in the code from the message; off for the second code of a form. */
  isAutofilled?: boolean;
};

/** The field for a six-digit code by SMS or mail, with the button that requests one. */
export function CodeField(props: CodeFieldProps) {
  const {
    purpose,
    phone,
    checkPhone,
    label = '短信验证码',
    name = 'code',
    error,
    isAutofilled = true,
  } = props;
  const code = useSmsCode(purpose, phone);
  async function send(inputId: string) {
    const to = checkPhone();
    if (to === null || !(await code.send(to))) return;
    // Moves focus to the code, unless the person has started to type in another field.
    if (document.activeElement?.tagName !== 'INPUT') document.getElementById(inputId)?.focus();
  }
  return (
    <Field
      label={label}
      error={error ?? code.error}
      note={
        code.hasSent && (
          <SentNote to={formatPhone(phone) || props.ownEmail} hasOutbox={props.hasOutbox ?? false} />
        )
      }
    >
      {(control) => (
        <InputRow>
          <Input
            {...control}
            name={name}
            inputMode="numeric"
            autoComplete={isAutofilled ? 'one-time-code' : 'off'}
            maxLength={maxMessageLength}
            placeholder="6 位数字"
          />
          <SendCode
            secondsLeft={code.secondsLeft}
            hasSent={code.hasSent}
            busy={code.isBusy}
            onSend={() => void send(control.id)}
          />
        </InputRow>
      )}
    </Field>
  );
}

/** Says where the code is; `to` is the number or address, undefined for the member's own number. */
export function SentNote({ to, hasOutbox }: { to: string | undefined; hasOutbox: boolean }) {
  const isMail = to?.includes('@') === true;
  return (
    <span role="status">
      验证码已发往{to === undefined ? '绑定的手机号' : ` ${to}`}，5 分钟内有效
      {isMail && '，没有收到时请看看垃圾邮件'}。
      {hasOutbox && (
        <>
          本站处于演示模式，{isMail ? '邮件' : '短信'}在
          <a className="link" href="/outbox" target="_blank" rel="noreferrer">
            发件箱
          </a>
          里看。
        </>
      )}
    </span>
  );
}

const formatPhone = (phone: string): string => phone.replace(/^(\d{3})(\d{4})(\d{4})$/, '$1 $2 $3');
