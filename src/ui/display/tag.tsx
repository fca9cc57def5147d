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

/** Small boxed label: a kind, a role, an access level. */
export function Tag({ children, tone = 'plain', className }: TagProps) {
  return <span className={classNames(s.tag, tone !== 'plain' && s[tone], className)}>{children}</span>;
}

const ACCESS_LABELS = { public: '免费', member: '会员', vip: 'VIP', paid: '付费' } as const;

/** Access level of a post. Public posts have no tag unless `showPublic`. */
export function AccessTag({ access, showPublic = false }: { access: Access; showPublic?: boolean }) {
  if (access === 'public' && !showPublic) return null;
  return <Tag tone={access === 'vip' || access === 'paid' ? access : 'plain'}>{ACCESS_LABELS[access]}</Tag>;
}

/** Larger, linked tag below an article or among searches. */
export function TopicTag({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link className={classNames(s.tag, s.topic)} href={href}>
      {children}
    </Link>
  );
}

export interface StateLabelProps {
  tone: 'ok' | 'wait' | 'off' | 'bad';
  children: ReactNode;
}

/** State of an order or a post: a dot and a label. */
export function StateLabel({ tone, children }: StateLabelProps) {
  return <span className={classNames(s.state, s[tone])}>{children}</span>;
}
