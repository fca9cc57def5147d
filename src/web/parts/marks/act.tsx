import type { MarkTarget } from '#client/marks.ts';
import type { PostKind } from '#features/posts/schema.ts';
import { formatCount } from '#shared/numbers.ts';
import { Button } from '#ui/controls/button.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import s from './act.module.css';
import { pieceTarget } from './observe.ts';
import { useMark } from './use-mark.ts';

/** Follows an author or no longer; `name` tells one such button from the next for those who cannot see. */
export const FollowButton = ({ authorId, name }: { authorId: string; name: string }) => (
  <MarkButton target={{ of: 'author', id: authorId }} name={name} />
);

/** The same for a player of the contest. */
export const FollowPlayerButton = ({ playerId, name }: { playerId: string; name: string }) => (
  <MarkButton target={{ of: 'player', id: playerId }} name={name} />
);

export interface ActProps {
  /** Absent: the label itself is shown, e.g. 回复. */
  icon?: IconName | undefined;
  label: string;
  count?: number | undefined;
  /** Given: a switch that is on or off. */
  pressed?: boolean | undefined;
  onPress?: (() => void) | undefined;
}

/** A quiet act under a piece of news or a comment: collect, comment, share, reply. */
export function Act({ icon, label, count, pressed, onPress }: ActProps) {
  const content = icon ? (
    <>
      <Icon name={icon} size="s" filled={Boolean(pressed)} />
      {count !== undefined && <span>{formatCount(count)}</span>}
      <span className="vh">{label}</span>
    </>
  ) : (
    label
  );
  return (
    <button type="button" className={s.act} aria-pressed={pressed} onClick={() => onPress?.()}>
      {content}
    </button>
  );
}

interface CollectActProps {
  piece: { id: string; kind: PostKind; title: string };
}

/** The bookmark of a list's row. */
export function CollectAct({ piece }: CollectActProps) {
  const { isOn, press } = useMark(pieceTarget(piece));
  return <Act icon="mark" label={`收藏：${piece.title}`} pressed={isOn} onPress={press} />;
}

function MarkButton({ target, name }: { target: MarkTarget; name: string }) {
  const { isOn, press } = useMark(target);
  return (
    <Button size="s" icon={isOn ? 'check' : 'plus'} aria-pressed={isOn} onClick={press}>
      {isOn ? '已关注' : '关注'}
      <span className="vh">{name}</span>
    </Button>
  );
}
