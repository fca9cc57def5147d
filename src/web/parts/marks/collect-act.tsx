import type { PostKind } from '#features/posts/schema.ts';
import { Act } from './act.tsx';
import { pieceTarget } from './observe.ts';
import { useMark } from './use-mark.ts';

export interface CollectActProps {
  piece: { id: string; kind: PostKind; title: string };
}

/** The bookmark of a list's row. */
export function CollectAct({ piece }: CollectActProps) {
  const { isOn, press } = useMark(pieceTarget(piece));
  return <Act icon="mark" label={`收藏：${piece.title}`} pressed={isOn} onPress={press} />;
}
