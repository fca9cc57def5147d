import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import { ThemeSwitch } from '#ui/controls/tool-link.tsx';
import { Icon } from '#ui/icon.tsx';
import { Link } from '#ui/link.tsx';
import type { NamedLink } from '#ui/types.ts';
import { Nameplate } from '#web/parts/frame/nameplate.tsx';
import { type Site, useSiteContext } from '#web/site.ts';
import s from './login-layout.module.css';

/** The last line of screens without the site's header and footer. */
export const legalLinks = (site: Site): NamedLink[] => [
  { name: '用户协议', href: '/agreement' },
  { name: '隐私政策', href: '/agreement?kind=privacy' },
  { name: `© ${site.name}` },
  ...(site.icp ? [{ name: site.icp, href: 'https://beian.miit.gov.cn/' }] : []),
];

export interface LoginLayoutProps {
  homeHref: string;
  title: string;
  /** Where the reader returns to afterwards, or why the log-in is needed. */
  reason?: string | undefined;
  children: ReactNode;
  legal: readonly NamedLink[];
}

/** A full screen without the site's header and footer: the site's picture and motto at the left, the form at the right. */
export function LoginLayout(props: LoginLayoutProps) {
  const { homeHref, title, reason, children, legal } = props;
  const { picture, motto } = useSiteContext().site;
  return (
    <div className={s.screen}>
      <header className={s.head}>
        <Nameplate href={homeHref} />
        <ThemeSwitch />
      </header>
      <main id="main" className={classNames(s.grid, !picture && !motto && s.bare)} tabIndex={-1}>
        {(picture || motto) && (
          <div className={s.art} aria-hidden="true">
            {picture && <img src={picture} alt="" width="640" height="400" />}
            {motto && <p>{motto}</p>}
          </div>
        )}
        <div className={s.box}>
          <h1>{title}</h1>
          {reason && (
            <p className={s.why} role="status">
              <Icon name="info" size="s" />
              {reason}
            </p>
          )}
          <div className={s.body}>{children}</div>
        </div>
      </main>
      <footer className={s.foot}>
        {legal.map(({ name, href }) =>
          href ? (
            <Link key={name} href={href}>
              {name}
            </Link>
          ) : (
            <span key={name}>{name}</span>
          ),
        )}
      </footer>
    </div>
  );
}

export function FormStack({ children }: { children: ReactNode }) {
  return <div className={s.stack}>{children}</div>;
}

/** The alternative under the form, for example 还没有账号？注册. */
export function LoginAside({ question, children }: { question?: string; children: ReactNode }) {
  return (
    <p className={s.aside}>
      {question}
      {children}
    </p>
  );
}

/** A row at the end of a form: one item (for example 忘记密码) at the right, two items at both ends. */
export function FormRow({ children }: { children: ReactNode }) {
  return <div className={s.row}>{children}</div>;
}
