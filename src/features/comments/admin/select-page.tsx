import { Checkbox } from 'antd';
import type { Selection } from '#admin/parts/list/use-selection.ts';
import type { AdminComment } from '../manage/schema.ts';

type Props = { rows: readonly AdminComment[]; selection: Selection<AdminComment> };

export function SelectPage({ rows, selection }: Props) {
  const count = rows.filter(({ id }) => selection.rows.has(id)).length;
  return (
    <Checkbox
      checked={count === rows.length}
      indeterminate={count > 0 && count < rows.length}
      onChange={({ target }) =>
        selection.choose(
          rows.map((row) => [row.id, row] as const),
          new Set(target.checked ? rows.map(({ id }) => id) : []),
        )
      }
    >
      全选本页
    </Checkbox>
  );
}

export const SelectComment = ({
  comment,
  name,
  selection,
}: {
  comment: AdminComment;
  name: string;
  selection: Selection<AdminComment>;
}) => (
  <Checkbox
    checked={selection.rows.has(comment.id)}
    aria-label={`选择 ${name} 的评论`}
    onChange={({ target }) =>
      selection.choose([[comment.id, comment]], new Set(target.checked ? [comment.id] : []))
    }
  />
);
