import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select, type SelectProps } from 'antd';
import { useState } from 'react';
import { fetchRead, useRead } from '#admin/parts/data.ts';
import { useDebounced } from '#admin/parts/use-debounced.ts';

const fallbackTitle = (id: string) => `稿件 ${id}`;

/** Form control for the posts shown beside this one, searched by words of their title or text. */
export function RelatedSelect({ value: chosen, ...props }: SelectProps<string[]>) {
  const value = chosen ?? [];
  const [typed, setTyped] = useState('');
  const keyword = useDebounced(typed.trim());
  const read = useRead(
    'GET /admin/post/list',
    { state: 'published', keyword, size: '20' },
    { isEnabled: keyword !== '', keepsPrevious: true },
  );
  const titles = useTitles(value);
  const chosenOptions = value.map((id) => ({ value: id, label: titles.get(id) ?? fallbackTitle(id) }));
  const others = (keyword === '' ? [] : (read.data?.records ?? []))
    .filter(({ id }) => !value.includes(id))
    .map(({ id, title }) => ({ value: id, label: title }));
  return (
    <Select<string[]>
      {...props}
      mode="multiple"
      maxCount={10}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      options={typed ? others : chosenOptions}
      value={value}
      notFoundContent={keyword === '' ? '输入几个字来找' : read.isFetching ? '正在找 …' : '没有找到'}
      labelRender={({ value: id, label }) => label ?? titles.get(String(id)) ?? fallbackTitle(String(id))}
    />
  );
}

/** Titles of the selected posts; a deleted post is named by its id. */
function useTitles(ids: string[]): ReadonlyMap<string, string> {
  const titleOf = (id: string, signal: AbortSignal) =>
    fetchRead('GET /admin/post/detail', { id }, signal).then(
      ({ content }) => [id, content.title] as const,
      () => [id, fallbackTitle(id)] as const,
    );
  const { data } = useQuery({
    queryKey: ['titles', ids],
    queryFn: ({ signal }) => Promise.all(ids.map((id) => titleOf(id, signal))),
    placeholderData: keepPreviousData,
  });
  return new Map(data);
}
