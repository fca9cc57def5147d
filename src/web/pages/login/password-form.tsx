import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { Field, Input } from '#ui/controls/field.tsx';
import { FormStack } from '#ui/layout/login-layout.tsx';
import { Link } from '#ui/link.tsx';
import { useClient } from '../../client-context.ts';
import { checkLogin, cleanMobile, type LoginErrors } from './check-login.ts';

/** Mobile and password. Who is logged in by it is told by the session; where to go then is the page's. */
export function PasswordForm() {
  const { form, errors, isBusy, submit } = usePasswordLogin();
  const isReady = useIsReady();
  // Sent without script the fields must not travel in the address; before the script is here they do not travel.
  return (
    <form method="post" onSubmit={submit} ref={form} noValidate>
      <FormStack>
        <Field label="手机号" error={errors.mobile}>
          {(control) => (
            <Input
              {...control}
              name="mobile"
              type="tel"
              inputMode="numeric"
              autoComplete="username"
              placeholder="11 位手机号"
            />
          )}
        </Field>
        <Field label="密码" error={errors.password}>
          {(control) => (
            <Input {...control} name="password" type="password" autoComplete="current-password" />
          )}
        </Field>
        <Button tone="ink" type="submit" wide busy={isBusy} disabled={!isReady}>
          {isBusy ? '正在登录' : '登录'}
        </Button>
        <p>
          <small>
            登录即表示同意
            <Link className="link" href="/agreement">
              用户协议
            </Link>
            和
            <Link className="link" href="/agreement?kind=privacy">
              隐私政策
            </Link>
          </small>
        </p>
      </FormStack>
    </form>
  );
}

function useIsReady(): boolean {
  const [isReady, setIsReady] = useState(false);
  useEffect(() => setIsReady(true), []);
  return isReady;
}

function usePasswordLogin() {
  const client = useClient();
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<LoginErrors>({});
  const [isBusy, setIsBusy] = useState(false);

  function refuse(found: LoginErrors) {
    setErrors(found);
    const [first] = Object.keys(found);
    form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
  }

  async function logIn(mobile: string, password: string) {
    setIsBusy(true);
    try {
      const proof = { grant_type: 'password', username: cleanMobile(mobile), password } as const;
      const outcome = await client().account.logIn(proof);
      if (!outcome.isLoggedIn) refuse({ password: outcome.message });
    } catch {
      // No answer: the person has been told in the alert.
    } finally {
      setIsBusy(false);
    }
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const mobile = String(fields.get('mobile') ?? '');
    const password = String(fields.get('password') ?? '');
    const found = checkLogin({ mobile, password });
    if (Object.keys(found).length > 0) return refuse(found);
    setErrors({});
    void logIn(mobile, password);
  }

  return { form, errors, isBusy, submit };
}
