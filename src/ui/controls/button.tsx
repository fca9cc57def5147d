import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classNames } from '../class-names.ts';
import { Icon, type IconName } from '../icon.tsx';
import { Link, type LinkProps } from '../link.tsx';
import s from './button.module.css';

interface ButtonLook {
  /** plain: outline (default); ink: primary; accent: the one action that pays or cannot be undone; vip; text. */
  tone?: 'plain' | 'ink' | 'accent' | 'vip' | 'text';
  /** s: 30 px, 36 on phones; m: 40 px, 44 on phones. */
  size?: 's' | 'm';
  /** Full width of the container. */
  wide?: boolean;
  icon?: IconName | undefined;
  children: ReactNode;
}

export interface ButtonProps extends ButtonLook, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  /** Work is in progress: shows a spinner and ignores clicks. Not `disabled`, so the button keeps the focus. */
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** A button; `type="button"` by default. `aria-pressed` makes it an unobtrusive toggle (已关注). */
export function Button(props: ButtonProps) {
  const {
    tone,
    size,
    wide,
    icon,
    busy = false,
    className,
    children,
    onClick,
    type = 'button',
    ...rest
  } = props;
  return (
    <button
      type={busy ? 'button' : type}
      className={classNames(look({ tone, size, wide }), className)}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
      {...rest}
    >
      {busy ? <Spinner /> : icon && <Icon name={icon} size="s" />}
      {children}
    </button>
  );
}

export function ButtonLink({ tone, size, wide, icon, className, children, ...rest }: ButtonLook & LinkProps) {
  return (
    <Link className={classNames(look({ tone, size, wide }), className)} {...rest}>
      {icon && <Icon name={icon} size="s" />}
      {children}
    </Link>
  );
}

type Look = { [Key in 'tone' | 'size' | 'wide']: ButtonLook[Key] | undefined };

function look({ tone = 'plain', size = 'm', wide = false }: Look) {
  return classNames(s.button, tone !== 'plain' && s[tone], size === 's' && s.small, wide && s.wide);
}

/** Small spinner; the text beside it says what is loading. */
export function Spinner() {
  return <span className={s.spin} aria-hidden="true" />;
}
