import { Button } from 'antd';
import { Void } from '#ui/states/void.tsx';
import type { ListChoice } from './list-choice.ts';

/** Nothing to list: not yet, not under this choice, or not arrived. */
export function NoPieces(props: { isLoading: boolean; choice: ListChoice; onClear: () => void }) {
  const { isLoading, choice, onClear } = props;
  if (isLoading) return <Void title="正在取稿件 …" />;
  const isNarrowed = choice.state !== 'all' || choice.columnId !== undefined || choice.keyword !== undefined;
  if (!isNarrowed)
    return (
      <Void title="还没有稿件">
        <p>点“写新稿”写第一篇，或用命令行导入已有的内容。</p>
      </Void>
    );
  return (
    <Void art="search" title="没有符合条件的稿件" actions={<Button onClick={onClear}>看全部稿件</Button>}>
      <p>换一个状态、栏目或关键词试试。</p>
    </Void>
  );
}
