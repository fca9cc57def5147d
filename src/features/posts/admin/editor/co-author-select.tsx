import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select, type SelectProps } from 'antd';
import { useState } from 'react';
import { fetchRead, useRead } from '#admin/parts/data.ts';

const maxCoAuthors = 9;

/** Form control for the further authors of a post, in the order of the byline; without the main author. */
export function CoAuthorSelect({
  value = [],
  mainId,
  ...props
}: SelectProps<string[]> & { mainId: string; value?: string[] }) {
  const [typed, setTyped] = useState('');
  const read = useRead('GET /admin/post/authors', { name: typed }, { keepsPrevious: true });
  const names = useNames(value);
  const chosen = value.map((id) => ({ value: id, label: names.get(id) ?? `作者 ${id}` }));
  const others = (read.data ?? [])
    .filter(({ id }) => id !== mainId && !value.includes(id))
    .map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Select<string[]>
      {...props}
      mode="multiple"
      maxCount={maxCoAuthors}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      options={[...chosen, ...others]}
      value={value}
      placeholder="没有合著者"
      notFoundContent={read.isFetching ? '正在找 …' : '没有这样的作者'}
    />
  );
}

function useNames(ids: readonly string[]): ReadonlyMap<string, string> {
  const { data } = useQuery({
    queryKey: ['author-names', ids],
    queryFn: ({ signal }) =>
      Promise.all(
        ids.map((id) =>
          fetchRead('GET /reception/author', { id }, signal).then(
            ({ name }) => [id, name] as const,
            () => [id, `作者 ${id}`] as const,
          ),
        ),
      ),
    placeholderData: keepPreviousData,
  });
  return new Map(data);
}
