import { Select } from 'antd';
import type { ReactNode } from 'react';
import { KeywordSearch } from '../../../parts/keyword-search.tsx';
import { useColumns } from '../../../parts/use-columns.ts';
import s from './list.module.css';
import type { ListChoice } from './list-choice.ts';

/** Narrows the list by column and keyword; what can be done with that stands beside. */
export function Filters({
  choice: { columnId, keyword },
  onChange,
  children,
}: {
  choice: ListChoice;
  onChange: (change: Partial<ListChoice>) => void;
  children?: ReactNode;
}) {
  const columns = useColumns();
  return (
    <div className={s.filters}>
      <Select
        className={s.column ?? ''}
        aria-label="栏目"
        placeholder="全部栏目"
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        options={columns.map(({ id, columnName }) => ({ value: id, label: columnName }))}
        value={columnId ?? null}
        onChange={(id: string | null) => onChange({ columnId: id ?? undefined })}
      />
      <KeywordSearch
        className={s.keyword}
        label="搜索稿件"
        placeholder="搜索标题和正文"
        maxLength={100}
        value={keyword}
        onSearch={(keyword) => onChange({ keyword })}
      />
      {children}
    </div>
  );
}
