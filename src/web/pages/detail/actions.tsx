import type { MouseEvent, PointerEvent } from 'react';
import { formatCount } from '#shared/numbers.ts';
import { classNames } from '#ui/class-names.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import s from './actions.module.css';

export interface ArticleAction {
  icon: IconName;
  /** What it does now, e.g. 收藏, 已收藏, 评论, 分享, 字号. */
  label: string;
  count?: number | undefined;
  /** Given: a switch that is on or off. */
  pressed?: boolean | undefined;
  /** A fragment of the page, e.g. #comments; otherwise `onPress`. */
  href?: string | undefined;
  onPress?: ((event: MouseEvent) => void) | undefined;
  /** Where the length of the press matters, as for copying. */
  onPointerDown?: ((event: PointerEvent) => void) | undefined;
  /** Not in the phone's bar, where room is short. */
  deskOnly?: boolean | undefined;
}

/** Collect, comment, share and letter size, left of the text; from 1200 px on. */
export function ActionRail({ actions }: { actions: readonly ArticleAction[] }) {
  return (
    <div className={s.rail} role="group" aria-label="操作">
      {actions.map((action) => (
        <Action key={action.icon} action={action} shown="always" />
      ))}
    </div>
  );
}

export interface ActBarProps {
  actions: readonly ArticleAction[];
  /** The wide field at the left, e.g. 写评论. */
  write?: { label: string; href: string } | undefined;
}

/** The same at the foot of the screen where there is no room for the rail; on a phone in place of the bottom bar. */
export function ActBar({ actions, write }: ActBarProps) {
  return (
    <aside className={s.bar} aria-label="操作">
      <div>
        {write && (
          <a className={s.write} href={write.href}>
            {write.label}
          </a>
        )}
        {actions
          .filter((action) => !action.deskOnly)
          .map((action) => (
            <Action key={action.icon} action={action} shown={write ? 'count' : 'always'} />
          ))}
      </div>
    </aside>
  );
}

function Action({ action, shown }: { action: ArticleAction; shown: 'always' | 'count' }) {
  const { icon, label, count, pressed, href, onPress, onPointerDown } = action;
  const isLabelShown = shown === 'always' && count === undefined;
  const content = (
    <>
      <Icon name={icon} filled={Boolean(pressed)} />
      {count !== undefined && <span className="fig">{formatCount(count)}</span>}
      <span className={classNames(!isLabelShown && 'vh')}>{label}</span>
    </>
  );
  if (href) return <a href={href}>{content}</a>;
  return (
    <button type="button" aria-pressed={pressed} onPointerDown={onPointerDown} onClick={onPress}>
      {content}
    </button>
  );
}
