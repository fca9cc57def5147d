import type { MouseEvent } from 'react';
import { formatCount } from '#shared/numbers.ts';
import { classNames } from '#ui/class-names.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import s from './article-actions.module.css';

export interface ArticleAction {
  icon: IconName;
  /** Label of the current state, for example 收藏, 已收藏, 评论, 分享, 朗读, 字号. */
  label: string;
  count?: number | undefined;
  /** If given, the button is a toggle that is on or off. */
  pressed?: boolean | undefined;
  /** A fragment of the page, for example #comments; otherwise `onPress` is called. */
  href?: string | undefined;
  onPress?: ((event: MouseEvent) => void) | undefined;
  /** Hidden on phones, where space is short. */
  isWideOnly?: boolean | undefined;
}

/** Collect, comment, share, listen and font size, left of the text; from 1200 px on. */
export function ActionRail({ actions }: { actions: readonly ArticleAction[] }) {
  return (
    <div className={s.rail} role="group" aria-label="操作">
      {actions.map((action) => (
        <Action key={action.icon} action={action} labelMode="always" />
      ))}
    </div>
  );
}

export interface ActionBarProps {
  actions: readonly ArticleAction[];
  /** The wide field at the left, for example 写评论. */
  writeLink?: { label: string; href: string } | undefined;
}

/**
 * The actions at the foot of the screen where there is no space for the rail; on a phone they replace the bottom bar.
 */
export function ActionBar({ actions, writeLink }: ActionBarProps) {
  return (
    <aside className={s.bar} data-action-bar="" aria-label="操作">
      <div>
        {writeLink && (
          <a className={s.write} href={writeLink.href}>
            {writeLink.label}
          </a>
        )}
        {actions.map((action) => (
          <Action key={action.icon} action={action} labelMode={writeLink ? 'count' : 'always'} />
        ))}
      </div>
    </aside>
  );
}

function Action({ action, labelMode }: { action: ArticleAction; labelMode: 'always' | 'count' }) {
  const { icon, label, count, pressed, href, onPress, isWideOnly } = action;
  const className = isWideOnly ? s.wideOnly : undefined;
  const isLabelShown = labelMode === 'always' && count === undefined;
  const content = (
    <>
      <Icon name={icon} filled={Boolean(pressed)} />
      {count !== undefined && <span className="fig">{formatCount(count)}</span>}
      <span className={classNames(!isLabelShown && 'vh')}>{label}</span>
    </>
  );
  if (href)
    return (
      <a className={className} href={href}>
        {content}
      </a>
    );
  return (
    <button type="button" className={className} aria-pressed={pressed} onClick={onPress}>
      {content}
    </button>
  );
}
