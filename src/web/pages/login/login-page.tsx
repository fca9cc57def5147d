import { useEffect, useId, useRef, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import type { Consent } from '#client/account.ts';
import { RETURN_PARAMETER, safeReturnPath } from '#client/return-path.ts';
import { DEFAULT_LEAF } from '#client/routes.ts';
import { useIsLoggedIn } from '#client/session.ts';
import type { LoginOptions } from '#features/identity/schema.ts';
import { TabList } from '#ui/controls/tabs.tsx';
import { type Ask, silently } from '../../api.ts';
import { definePage } from '../../page.ts';
import { LoginAside, LoginLayout, legalLinks } from '../../parts/login-layout.tsx';
import { useSurroundings } from '../../site.ts';
import { ConsentForm, loadConsents } from './consent-form.tsx';
import { DeletionNotice } from './deletion-notice.tsx';
import { BindForm, SmsForm } from './mobile-code-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { RegisterForm } from './register-form.tsx';
import { TotpForm } from './totp-form.tsx';
import { type LogIn, type LoginStep, useLogIn } from './use-log-in.ts';
import { WAY_PARAMETER, WAYS, type Way, wayNames, wayOf } from './ways.ts';
import { WechatPanel } from './wechat-panel.tsx';

type LoginData = { returnTo: string | null; way: Way; options: LoginOptions; consents: Consent };

/** Log-in by password, SMS or WeChat, registration, and back to the exact address (PRODUCT §3, §5). */
export const page = definePage<LoginData>({
  parameters: [RETURN_PARAMETER, WAY_PARAMETER],
  load: async ({ ask, place: { query } }) => {
    const [options, consents] = await Promise.all([loadOptions(ask), loadConsents(silently(ask))]);
    const way = wayOf(query.get(WAY_PARAMETER), options);
    return { returnTo: query.get(RETURN_PARAMETER), way, options, consents };
  },
  describe: ({ way }, _place, site) => ({
    title: `${way === 'register' ? '注册' : '登录'} - ${site.name}`,
    description: `登录${site.name}，读会员内容。`,
    isNoindex: true,
  }),
  frame: 'none',
  Page: ({ data }) => <LoginPage {...data} />,
});

// Known before the page is drawn, so that no tab appears or leaves under the reader's hand.
async function loadOptions(ask: Ask): Promise<LoginOptions> {
  try {
    return await silently(ask)('GET /reception/loginOptions');
  } catch {
    return { sms: false, wechat: false, outbox: false };
  }
}

function LoginPage({ returnTo, way: asked, options, consents }: LoginData) {
  const { site } = useSurroundings();
  const isLoggedIn = useIsLoggedIn();
  const navigate = useNavigate();
  const target = safeReturnPath(returnTo, '');
  const goOn = () => {
    // The back office is another application: the browser goes there, not this router.
    if (/^\/admin(?:[/?#]|$)/.test(target)) location.replace(target);
    else void navigate(target || DEFAULT_LEAF, { replace: true });
  };
  const latestGoOn = useRef(goOn);
  latestGoOn.current = goOn;
  const { revalidate } = useRevalidator();
  const logIn = useLogIn(goOn, () => void revalidate(), pieceOf(target));
  const [way, setWay] = useState(asked);
  const [mobile, setMobile] = useState('');
  const { isOwn, at } = logIn;

  // Also who comes logged in, or logs in in another tab, has nothing to do here.
  const isElsewhere = isLoggedIn && !isOwn();
  useEffect(() => {
    if (isElsewhere) latestGoOn.current();
  }, [isElsewhere]);

  const forms = { logIn, mobile, setMobile, consents, hasOutbox: options.outbox };
  return (
    <LoginLayout
      homeHref={DEFAULT_LEAF}
      title={titleOf(at, way, site.name)}
      why={whyOf(at, target)}
      legal={legalLinks(site)}
    >
      {at.step === 'totp' && <TotpForm logIn={logIn} grant={at.grant} />}
      {at.step === 'consent' && <ConsentForm logIn={logIn} grant={at.grant} consents={consents} />}
      {at.step === 'bind' && <BindForm {...forms} bindTicket={at.bindTicket} />}
      {at.step === 'deletion' && <DeletionNotice dueAt={at.dueAt} onGoOn={goOn} />}
      {at.step === 'ways' &&
        (way === 'register' ? (
          <>
            <RegisterForm {...forms} />
            <LoginAside question="已经有账号？">
              <button type="button" className="link" onClick={() => setWay('password')}>
                去登录
              </button>
            </LoginAside>
          </>
        ) : (
          <>
            <Ways {...forms} way={way} setWay={setWay} options={options} returnTo={target} />
            {options.sms && (
              <LoginAside question="还没有账号？">
                <button type="button" className="link" onClick={() => setWay('register')}>
                  注册
                </button>
              </LoginAside>
            )}
          </>
        ))}
    </LoginLayout>
  );
}

type WaysProps = {
  logIn: LogIn;
  mobile: string;
  setMobile: (mobile: string) => void;
  consents: Consent;
  hasOutbox: boolean;
  way: Exclude<Way, 'register'>;
  setWay: (way: Way) => void;
  options: LoginOptions;
  returnTo: string;
};

function Ways({ way, setWay, options, returnTo, consents, hasOutbox, ...form }: WaysProps) {
  const idBase = useId();
  const offered = WAYS.filter((each) => each === 'password' || options[each]);
  const forgot = returnTo ? `/password?${RETURN_PARAMETER}=${encodeURIComponent(returnTo)}` : '/password';
  return (
    <>
      {offered.length > 1 && (
        <TabList
          label="登录方式"
          idBase={idBase}
          items={offered.map((id) => ({ id, label: wayNames[id] }))}
          selected={way}
          onSelect={setWay}
        />
      )}
      <div
        role={offered.length > 1 ? 'tabpanel' : undefined}
        id={`${idBase}-panel-${way}`}
        aria-labelledby={offered.length > 1 ? `${idBase}-tab-${way}` : undefined}
      >
        {way === 'password' && <PasswordForm {...form} forgotHref={forgot} hasForgot={options.sms} />}
        {way === 'sms' && <SmsForm {...form} consents={consents} hasOutbox={hasOutbox} />}
        {way === 'wechat' && <WechatPanel logIn={form.logIn} />}
      </div>
    </>
  );
}

function titleOf({ step }: LoginStep, way: Way, siteName: string): string {
  if (step === 'totp') return '两步验证';
  if (step === 'bind') return '绑定手机号';
  if (step === 'consent') return '协议已更新';
  if (step === 'deletion') return '账号正在注销';
  return way === 'register' ? `注册${siteName}` : `登录${siteName}`;
}

/** The piece that an address shows, if it does: `/rined/detail?id=1`. */
function pieceOf(address: string): string | undefined {
  return /^\/(?:[\w-]+\/detail|mobileDetail)\?(?:.*&)?id=(\d{1,18})(?:&|#|$)/.exec(address)?.[1];
}

function whyOf(at: LoginStep, target: string): string | undefined {
  if (at.step === 'totp') return '这个账号开启了两步验证';
  if (at.step === 'consent') return at.message.replace(/（[\w、]+）/, '');
  if (at.step === 'bind')
    return at.nickname
      ? `微信用户「${at.nickname}」第一次来，绑定后即可登录`
      : '第一次用微信登录，需要绑定手机号';
  return target === '' || at.step === 'deletion' ? undefined : '登录后回到刚才那一页';
}
