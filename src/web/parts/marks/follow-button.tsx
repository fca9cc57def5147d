import { Button } from '#ui/controls/button.tsx';
import { useMark } from './use-mark.ts';

/** Follows an author or no longer; `name` tells one such button from the next for those who cannot see. */
export function FollowButton({ authorId, name }: { authorId: string; name: string }) {
  const { isOn, press } = useMark({ of: 'author', id: authorId });
  return (
    <Button size="s" icon={isOn ? 'check' : 'plus'} aria-pressed={isOn} onClick={press}>
      {isOn ? '已关注' : '关注'}
      <span className="vh">{name}</span>
    </Button>
  );
}
