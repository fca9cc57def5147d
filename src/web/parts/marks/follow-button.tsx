import type { MarkTarget } from '#client/marks.ts';
import { Button } from '#ui/controls/button.tsx';
import { useMark } from './use-mark.ts';

/** Follows an author or no longer; `name` tells one such button from the next for those who cannot see. */
export const FollowButton = ({ authorId, name }: { authorId: string; name: string }) => (
  <MarkButton target={{ of: 'author', id: authorId }} name={name} />
);

/** The same for a player of the contest. */
export const FollowPlayerButton = ({ playerId, name }: { playerId: string; name: string }) => (
  <MarkButton target={{ of: 'player', id: playerId }} name={name} />
);

function MarkButton({ target, name }: { target: MarkTarget; name: string }) {
  const { isOn, press } = useMark(target);
  return (
    <Button size="s" icon={isOn ? 'check' : 'plus'} aria-pressed={isOn} onClick={press}>
      {isOn ? '已关注' : '关注'}
      <span className="vh">{name}</span>
    </Button>
  );
}
