import { type FormEvent, useState } from 'react';
import { CallError } from '#client/call-error.ts';
import { DEFAULT_MESSAGE } from '#client/error-catalogue.ts';
import { LOGIN_PATH, RETURN_PARAMETER, safeReturnPath } from '#client/return-path.ts';
import { ButtonLink } from '#ui/controls/button.tsx';
import { Field, PasswordInput } from '#ui/controls/field.tsx';
import { Link } from '#ui/link.tsx';
import { withoutAlerts } from '#web/api.ts';
import { useClient } from '#web/client-context.ts';
import { definePage } from '#web/page.ts';
import {
  checkCode,
  checkMobile,
  checkNewPassword,
  cleanCode,
  cleanMobile,
} from '#web/parts/sign-in/check-fields.ts';
import { MobileCodeFields } from '#web/parts/sign-in/mobile-code-fields.tsx';
import { SubmitButton } from '#web/parts/sign-in/submit-button.tsx';
import { useFormErrors } from '#web/parts/sign-in/use-form-errors.ts';
import { useSiteContext } from '#web/site.ts';
import { FormStack, LoginAside, LoginLayout, legalLinks } from './login-layout.tsx';

type PasswordData = { returnTo: string | null; hasOutbox: boolean };

/** Resets a forgotten password with an SMS code (docs/product.md §2); this ends every session of the account. */
export const page = definePage<PasswordData>({
  parameters: [RETURN_PARAMETER],
  load: async ({ fetchCall, pageLocation }) => {
    const options = await withoutAlerts(fetchCall)('GET /reception/loginOptions').catch(() => undefined);
    return { returnTo: pageLocation.query.get(RETURN_PARAMETER), hasOutbox: options?.outbox ?? false };
  },
  describe: (_data, _pageLocation, site) => ({
    title: `忘记密码 - ${site.name}`,
    description: `用手机号重设${site.name}的密码。`,
    isNoindex: true,
  }),
  frame: 'none',
  Page: ({ data }) => <PasswordPage {...data} />,
});

function PasswordPage({ returnTo, hasOutbox }: PasswordData) {
  const { site } = useSiteContext();
  const [isDone, setIsDone] = useState(false);
  const target = safeReturnPath(returnTo, '');
  const loginHref = target ? `${LOGIN_PATH}?${RETURN_PARAMETER}=${encodeURIComponent(target)}` : LOGIN_PATH;
  return (
    <LoginLayout
      homeHref={site.home}
      title={isDone ? '密码已重设' : '忘记密码'}
      reason={isDone ? '这个账号在所有设备上都已退出登录' : '用注册时的手机号接收验证码，重设密码'}
      legal={legalLinks(site)}
    >
      {isDone ? (
        <FormStack>
          <ButtonLink tone="ink" wide href={loginHref}>
            用新密码登录
          </ButtonLink>
        </FormStack>
      ) : (
        <>
          <ResetForm hasOutbox={hasOutbox} onDone={() => setIsDone(true)} />
          <LoginAside question="想起来了？">
            <Link className="link" href={loginHref}>
              去登录
            </Link>
          </LoginAside>
        </>
      )}
    </LoginLayout>
  );
}

/** Mobile number, code and new password. The form does not reveal whether the number is registered. */
function ResetForm({ hasOutbox, onDone }: { hasOutbox: boolean; onDone: () => void }) {
  const client = useClient();
  const state = useFormErrors<'mobile' | 'code' | 'password'>();
  const { form, errors, showErrors, text } = state;
  const [mobile, setMobile] = useState('');
  const [isBusy, setIsBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const password = text('password');
    const errors = {
      mobile: checkMobile(text('mobile')),
      code: checkCode(text('code')),
      password: checkNewPassword(password),
    };
    if (showErrors(errors)) return;
    setIsBusy(true);
    try {
      await client().call('POST /reception/resetPassword', {
        body: { phone: cleanMobile(text('mobile')), value: cleanCode(text('code')), password },
        silent: true,
      });
      // The server has ended every session of the account, perhaps this browser's too, so the stored session is
      // removed.
      client().session.forget();
      onDone();
    } catch (failure) {
      const message = failure instanceof CallError ? failure.message : DEFAULT_MESSAGE;
      showErrors({ [message.startsWith('新密码') ? 'password' : 'code']: message });
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <form method="post" onSubmit={submit} ref={form} noValidate>
      <FormStack>
        <MobileCodeFields
          state={state}
          purpose="reset"
          mobile={mobile}
          setMobile={setMobile}
          hasOutbox={hasOutbox}
        />
        <Field label="新密码" hint="至少 8 个字符" error={errors.password}>
          {(control) => <PasswordInput {...control} name="password" autoComplete="new-password" />}
        </Field>
        <SubmitButton isBusy={isBusy && 'asking'}>重设密码</SubmitButton>
      </FormStack>
    </form>
  );
}
