import { Select, type SelectProps } from 'antd';
import { useState } from 'react';
import { useRead } from '#admin/parts/data.ts';

/** Form control for a post's author, searched by the beginning of the name. */
export function AuthorSelect({ value, ...props }: SelectProps<string>) {
  const [name, setName] = useState('');
  const chosen = useRead('GET /reception/author', { id: value ?? '' }, { isEnabled: value !== undefined });
  const read = useRead('GET /admin/post/authors', { name }, { keepsPrevious: true });
  const chosenAuthors = chosen.data ? [chosen.data] : [];
  const options = [...chosenAuthors, ...(read.data ?? []).filter(({ id }) => id !== chosen.data?.id)].map(
    (author) => ({
      value: author.id,
      label: author.name,
    }),
  );
  const isLoaded = value === undefined || chosen.isError || options.some((option) => option.value === value);
  return (
    <Select<string>
      {...props}
      showSearch={{
        filterOption: (typed, option) => String(option?.label).startsWith(typed),
        onSearch: setName,
      }}
      options={options}
      value={isLoaded ? (value ?? null) : null}
      placeholder={value === undefined ? props.placeholder : '正在取作者'}
      notFoundContent={read.isFetching ? '正在找 …' : '没有这样的作者'}
    />
  );
}
