import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { RETURN_PARAMETER, safeReturnPath } from '#client/return-path.ts';
import { DEFAULT_LEAF } from '#client/routes.ts';
import { useIsLoggedIn } from '#client/session.ts';
import { LoginLayout } from '#ui/layout/login-layout.tsx';
import { definePage } from '../../page.ts';
import { useSurroundings } from '../../site.ts';
import { PasswordForm } from './password-form.tsx';

type LoginData = { returnTo: string | null };

/** Log-in by mobile and password, and back to the exact address (PRODUCT §3). */
export const page = definePage<LoginData>({
  parameters: [RETURN_PARAMETER],
  load: async ({ place }) => ({ returnTo: place.query.get(RETURN_PARAMETER) }),
  describe: (_data, _place, site) => ({
    title: `登录 - ${site.name}`,
    description: `登录${site.name}，读会员内容。`,
    isNoindex: true,
  }),
  frame: 'none',
  Page: ({ data }) => <LoginPage {...data} />,
});

function LoginPage({ returnTo }: LoginData) {
  const { site } = useSurroundings();
  const isLoggedIn = useIsLoggedIn();
  const navigate = useNavigate();
  const target = safeReturnPath(returnTo, '');

  // Also who comes logged in, or logs in in another tab, has nothing to do here.
  useEffect(() => {
    if (isLoggedIn) void navigate(target || DEFAULT_LEAF, { replace: true });
  }, [isLoggedIn, navigate, target]);

  return (
    <LoginLayout
      homeHref={DEFAULT_LEAF}
      title={`登录${site.name}`}
      why={target === '' ? undefined : '登录后回到刚才那一页'}
      legal={[
        { name: '用户协议', href: '/agreement' },
        { name: '隐私政策', href: '/agreement?kind=privacy' },
        { name: `© ${site.name}` },
        ...(site.icp ? [{ name: site.icp, href: 'https://beian.miit.gov.cn/' }] : []),
      ]}
    >
      <PasswordForm />
    </LoginLayout>
  );
}
