import { useEffect, useId, useRef, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import type { Consent } from '#client/account.ts';
import { RETURN_PARAMETER, safeReturnPath } from '#client/return-path.ts';
import { useIsLoggedIn } from '#client/session.ts';
import { TabList } from '#ui/controls/tabs.tsx';
import { type FetchCall, withoutAlerts } from '#web/api.ts';
import { definePage } from '#web/page.ts';
import { useIsInWechat } from '#web/parts/in-wechat.ts';
import { otherDevice, WechatHint, WechatScan } from '#web/parts/sign-in/wechat-card.tsx';
import { useSiteContext } from '#web/site.ts';
import type { LoginOptions } from '../../schema.ts';
import { LoginAside, LoginLayout, legalLinks } from '../login-layout.tsx';
import { ConsentForm, loadConsents } from './consent-form.tsx';
import { DeletionNotice } from './deletion-notice.tsx';
import { EmailForm } from './email-form.tsx';
import {
  LOGIN_METHODS,
  type LoginMethod,
  loginMethodNames,
  METHOD_PARAMETER,
  readLoginMethod,
} from './login-methods.ts';
import { BindForm, SmsForm } from './mobile-code-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { RegisterForm } from './register-form.tsx';
import { TotpForm } from './totp-form.tsx';
import { type LogIn, type LoginStep, useLogIn } from './use-log-in.ts';
import { useWechatReturn, type WechatReturn } from './use-wechat-return.ts';
import { WechatOneTap } from './wechat-one-tap.tsx';

type LoginData = { returnTo: string | null; method: LoginMethod; options: LoginOptions; consents: Consent };

/** Log-in by password, SMS, e-mail or WeChat, and registration; returns to the exact address (docs/product.md §13, §15). */
export const page = definePage<LoginData>({
  parameters: [RETURN_PARAMETER, METHOD_PARAMETER],
  load: async ({ fetchCall, pageLocation: { query } }) => {
    const [options, consents] = await Promise.all([
      loadOptions(fetchCall),
      loadConsents(withoutAlerts(fetchCall)),
    ]);
    const method = readLoginMethod(query.get(METHOD_PARAMETER), options);
    return { returnTo: query.get(RETURN_PARAMETER), method, options, consents };
  },
  describe: ({ method }, _pageLocation, site) => ({
    title: `${method === 'register' ? '注册' : '登录'} - ${site.name}`,
    description: `登录${site.name}，读会员内容。`,
    isNoindex: true,
  }),
  frame: 'none',
  Page: ({ data }) => <LoginPage {...data} />,
});

// Loaded before the first render, so that no tab appears or disappears later.
async function loadOptions(fetchCall: FetchCall): Promise<LoginOptions> {
  try {
    return await withoutAlerts(fetchCall)('GET /reception/loginOptions');
  } catch {
    return { sms: false, wechat: false, wechatInside: false, mail: false, outbox: false };
  }
}

function LoginPage({ returnTo, method: requestedMethod, options, consents }: LoginData) {
  const { site } = useSiteContext();
  const isLoggedIn = useIsLoggedIn();
  const navigate = useNavigate();
  const target = safeReturnPath(returnTo, '');
  const continueToTarget = () => {
    // The back office is a separate application, so the browser navigates instead of the router.
    if (/^\/admin(?:[/?#]|$)/.test(target)) location.replace(target);
    else void navigate(target || site.home, { replace: true });
  };
  const latestContinue = useRef(continueToTarget);
  latestContinue.current = continueToTarget;
  const { revalidate } = useRevalidator();
  const logIn = useLogIn(continueToTarget, () => void revalidate(), postIdOf(target));
  const [method, setMethod] = useState(requestedMethod);
  const [mobile, setMobile] = useState('');
  const { isLoggingInHere, currentStep } = logIn;

  // Also leaves if the person was logged in already or logs in in another tab.
  const isLoggedInElsewhere = isLoggedIn && !isLoggingInHere();
  useEffect(() => {
    if (isLoggedInElsewhere) latestContinue.current();
  }, [isLoggedInElsewhere]);

  const forms = { logIn, mobile, setMobile, consents, hasOutbox: options.outbox };
  return (
    <LoginLayout
      homeHref={site.home}
      title={titleOf(currentStep, method, site.name)}
      reason={reasonFor(currentStep, target)}
      legal={legalLinks(site)}
    >
      {currentStep.step === 'totp' && <TotpForm logIn={logIn} grant={currentStep.grant} />}
      {currentStep.step === 'consent' && (
        <ConsentForm logIn={logIn} grant={currentStep.grant} consents={consents} />
      )}
      {currentStep.step === 'bind' && <BindForm {...forms} bindTicket={currentStep.bindTicket} />}
      {currentStep.step === 'deletion' && (
        <DeletionNotice dueAt={currentStep.dueAt} onContinue={continueToTarget} />
      )}
      {currentStep.step === 'ways' &&
        (method === 'register' ? (
          <>
            <RegisterForm {...forms} />
            <LoginAside question="已经有账号？">
              <button type="button" className="link" onClick={() => setMethod('password')}>
                去登录
              </button>
            </LoginAside>
          </>
        ) : (
          <>
            <LoginMethods
              {...forms}
              method={method}
              setMethod={setMethod}
              options={options}
              returnTo={target}
            />
            {options.sms && (
              <LoginAside question="还没有账号？">
                <button type="button" className="link" onClick={() => setMethod('register')}>
                  注册
                </button>
              </LoginAside>
            )}
          </>
        ))}
    </LoginLayout>
  );
}

type LoginMethodsProps = {
  logIn: LogIn;
  mobile: string;
  setMobile: (mobile: string) => void;
  consents: Consent;
  hasOutbox: boolean;
  method: Exclude<LoginMethod, 'register'>;
  setMethod: (method: LoginMethod) => void;
  options: LoginOptions;
  returnTo: string;
};

function LoginMethods({
  method: requestedMethod,
  setMethod,
  options,
  returnTo,
  consents,
  hasOutbox,
  ...form
}: LoginMethodsProps) {
  const idBase = useId();
  const isInWechat = useIsInWechat();
  const wechat = useWechatReturn(form.logIn, returnTo);
  const hasOneTap = isInWechat && options.wechatInside;
  // A code on the screen of a phone cannot be scanned by the same phone.
  const methods = LOGIN_METHODS.filter(
    (candidate) => candidate === 'password' || (options[candidate] && !(candidate === 'wechat' && hasOneTap)),
  );
  const method = methods.includes(requestedMethod) ? requestedMethod : 'password';
  const forgotHref = returnTo ? `/password?${RETURN_PARAMETER}=${encodeURIComponent(returnTo)}` : '/password';
  return (
    <>
      {hasOneTap && (
        <WechatOneTap {...wechat} isLoggingIn={form.logIn.isBusy !== false} returnTo={returnTo} />
      )}
      {methods.length > 1 && (
        <TabList
          label="登录方式"
          idBase={idBase}
          items={methods.map((id) => ({ id, label: loginMethodNames[id] }))}
          selected={method}
          onSelect={setMethod}
        />
      )}
      <div
        role={methods.length > 1 ? 'tabpanel' : undefined}
        id={`${idBase}-panel-${method}`}
        aria-labelledby={methods.length > 1 ? `${idBase}-tab-${method}` : undefined}
      >
        {method === 'password' && <PasswordForm {...form} forgotHref={forgotHref} canReset={options.sms} />}
        {method === 'sms' && <SmsForm {...form} consents={consents} hasOutbox={hasOutbox} />}
        {method === 'mail' && <EmailForm logIn={form.logIn} consents={consents} hasOutbox={hasOutbox} />}
        {method === 'wechat' && <WechatPanel {...wechat} />}
      </div>
    </>
  );
}

function titleOf({ step }: LoginStep, method: LoginMethod, siteName: string): string {
  if (step === 'totp') return '两步验证';
  if (step === 'bind') return '绑定手机号';
  if (step === 'consent') return '协议已更新';
  if (step === 'deletion') return '账号正在注销';
  return method === 'register' ? `注册${siteName}` : `登录${siteName}`;
}

/** Returns the id of the post that an address shows, if any: `/rined/detail?id=1`. */
function postIdOf(address: string): string | undefined {
  return /^\/(?:[\w-]+\/detail|mobileDetail)\?(?:.*&)?id=(\d{1,18})(?:&|#|$)/.exec(address)?.[1];
}

function reasonFor(currentStep: LoginStep, target: string): string | undefined {
  if (currentStep.step === 'totp') return '这个账号开启了两步验证';
  if (currentStep.step === 'consent') return currentStep.message;
  if (currentStep.step === 'bind')
    return currentStep.nickname
      ? `微信用户“${currentStep.nickname}”第一次来，绑定后即可登录`
      : '第一次用微信登录，需要绑定手机号';
  return target === '' || currentStep.step === 'deletion' ? undefined : '登录后回到刚才那一页';
}

/** WeChat's QR code, and the log-in with what its callback returns. */
function WechatPanel({ error, setError, enter }: WechatReturn) {
  const isInWechat = useIsInWechat();
  return (
    <>
      <WechatScan purpose="login" onScan={enter} error={error} onRestart={() => setError(undefined)} />
      {!isInWechat && (
        <div className="only-phone">
          <WechatHint>{otherDevice.login}</WechatHint>
        </div>
      )}
    </>
  );
}
