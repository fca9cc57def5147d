import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Link } from '../link.tsx';
import type { Access } from '../types.ts';
import s from './tag.module.css';

export interface TagProps {
  children: ReactNode;
  tone?: 'plain' | 'vip' | 'paid';
  className?: string | undefined;
}

/** A small boxed word: a kind, a role, an access level. */
export function Tag({ children, tone = 'plain', className }: TagProps) {
  return <span className={classNames(s.tag, tone !== 'plain' && s[tone], className)}>{children}</span>;
}

const ACCESS_WORDS = { public: '免费', member: '会员', vip: 'VIP', paid: '付费' } as const;

/** Who may read a piece. Open pieces carry no mark unless `showPublic`. */
export function AccessTag({ access, showPublic = false }: { access: Access; showPublic?: boolean }) {
  if (access === 'public' && !showPublic) return null;
  return <Tag tone={access === 'vip' || access === 'paid' ? access : 'plain'}>{ACCESS_WORDS[access]}</Tag>;
}

/** A larger, linked tag under an article or among searches. */
export function TopicTag({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link className={classNames(s.tag, s.topic)} href={href}>
      {children}
    </Link>
  );
}

export interface StateProps {
  tone: 'ok' | 'wait' | 'off' | 'bad';
  children: ReactNode;
}

/** The state of an order or a piece: a dot and a word. */
export function State({ tone, children }: StateProps) {
  return <span className={classNames(s.state, s[tone])}>{children}</span>;
}
