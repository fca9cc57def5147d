import { Select } from 'antd';
import { useState } from 'react';
import { useRead } from '../data.ts';
import { useDebounced } from '../use-debounced.ts';
import s from './post-search.module.css';

type Props = {
  /** Accessible name, for example 搜一篇来置顶. */
  label: string;
  /** Searches only this column. */
  columnId?: string | null;
  isDisabled: boolean;
  onChoose: (id: string) => void;
};

/** Searches published posts by title or text, in one column or in all. Choosing a post calls `onChoose` at once. */
export function PostSearch({ label, columnId = null, isDisabled, onChoose }: Props) {
  const [typed, setTyped] = useState('');
  const keyword = useDebounced(typed.trim());
  const read = useRead(
    'GET /admin/post/list',
    { state: 'published', keyword, size: '20', ...(columnId && { columnId }) },
    { isEnabled: keyword !== '', keepsPrevious: true },
  );
  const posts = keyword === '' ? [] : (read.data?.records ?? []);
  return (
    <Select
      className={s.search ?? ''}
      aria-label={label}
      placeholder={label}
      disabled={isDisabled}
      showSearch={{ filterOption: false, onSearch: setTyped, searchValue: typed }}
      options={posts.map(({ id, title, columnName }) => ({ value: id, label: `${title}（${columnName}）` }))}
      value={null}
      notFoundContent={
        keyword === '' ? '输入几个字来找' : read.isFetching ? '正在找 …' : '没有找到已发布的内容'
      }
      onChange={(id: string | null) => {
        setTyped('');
        if (id) onChoose(id);
      }}
    />
  );
}
