import { useState } from 'react';
import { LOGIN_PATH, RETURN_PARAMETER, safeReturnPath } from '#client/return-path.ts';
import { DEFAULT_LEAF } from '#client/routes.ts';
import { ButtonLink } from '#ui/controls/button.tsx';
import { Link } from '#ui/link.tsx';
import { silently } from '../../api.ts';
import { definePage } from '../../page.ts';
import { FormStack, LoginAside, LoginLayout } from '../../parts/login-layout.tsx';
import { legalLinks } from '../../parts/sign-in/legal-links.ts';
import { useSurroundings } from '../../site.ts';
import { ResetForm } from './reset-form.tsx';

type PasswordData = { returnTo: string | null; hasOutbox: boolean };

/** A forgotten password is set anew by a code to the mobile (seed §2); every session of the account ends. */
export const page = definePage<PasswordData>({
  parameters: [RETURN_PARAMETER],
  load: async ({ ask, place }) => {
    const options = await silently(ask)('GET /reception/loginOptions').catch(() => undefined);
    return { returnTo: place.query.get(RETURN_PARAMETER), hasOutbox: options?.outbox ?? false };
  },
  describe: (_data, _place, site) => ({
    title: `忘记密码 - ${site.name}`,
    description: `用手机号重设${site.name}的密码。`,
    isNoindex: true,
  }),
  frame: 'none',
  Page: ({ data }) => <PasswordPage {...data} />,
});

function PasswordPage({ returnTo, hasOutbox }: PasswordData) {
  const { site } = useSurroundings();
  const [isDone, setIsDone] = useState(false);
  const target = safeReturnPath(returnTo, '');
  const loginHref = target ? `${LOGIN_PATH}?${RETURN_PARAMETER}=${encodeURIComponent(target)}` : LOGIN_PATH;
  return (
    <LoginLayout
      homeHref={DEFAULT_LEAF}
      title={isDone ? '密码已重设' : '忘记密码'}
      why={isDone ? '这个账号在所有设备上都已退出登录' : '用注册时的手机号接收验证码，重设密码'}
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
