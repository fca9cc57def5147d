import type { FlagTarget } from '#client/user-state.ts';
import type { PostKind } from '#features/posts/schema.ts';
import { formatCount } from '#shared/numbers.ts';
import { Button } from '#ui/controls/button.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import s from './action-button.module.css';
import { postTarget } from './record-user-state.ts';
import { useUserFlag } from './use-user-flag.ts';

/** Follows or unfollows an author; `name` tells the buttons of a page apart for screen readers. */
export const FollowButton = ({ authorId, name }: { authorId: string; name: string }) => (
  <FollowToggle target={{ of: 'author', id: authorId }} name={name} />
);

export const FollowPlayerButton = ({ playerId, name }: { playerId: string; name: string }) => (
  <FollowToggle target={{ of: 'player', id: playerId }} name={name} />
);

/** Adds a security to those the reader watches, or removes it. */
export const WatchButton = ({ code, name }: { code: string; name: string }) => (
  <FollowToggle target={{ of: 'stock', id: code }} name={name} labels={['加自选', '已自选']} />
);

export interface ActionButtonProps {
  /** Absent: the label itself is shown, for example 回复. */
  icon?: IconName | undefined;
  label: string;
  count?: number | undefined;
  /** If given, the button is a toggle that is on or off. */
  pressed?: boolean | undefined;
  onPress?: (() => void) | undefined;
}

/** A quiet action below a news post or a comment: collect, comment, share, reply. */
export function ActionButton({ icon, label, count, pressed, onPress }: ActionButtonProps) {
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

interface CollectButtonProps {
  post: { id: string; kind: PostKind; title: string };
}

export function CollectButton({ post }: CollectButtonProps) {
  const { isOn, toggle } = useUserFlag(postTarget(post));
  return <ActionButton icon="mark" label={`收藏：${post.title}`} pressed={isOn} onPress={toggle} />;
}

interface FollowToggleProps {
  target: FlagTarget;
  name: string;
  /** The label while off, and while on. */
  labels?: readonly [string, string];
}

function FollowToggle({ target, name, labels = ['关注', '已关注'] }: FollowToggleProps) {
  const { isOn, toggle } = useUserFlag(target);
  return (
    <Button size="s" icon={isOn ? 'check' : 'plus'} aria-pressed={isOn} onClick={toggle}>
      {labels[isOn ? 1 : 0]}
      <span className="vh">{name}</span>
    </Button>
  );
}
