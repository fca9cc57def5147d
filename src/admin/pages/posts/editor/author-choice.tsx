import { Select } from 'antd';
import { useState } from 'react';
import { call } from '../../../api.ts';
import { useLoad } from '../../../parts/use-load.ts';

/** Whose piece it is, found by the beginning of their name. */
export function AuthorChoice(props: {
  id: string;
  isWriting: boolean;
  value: string;
  onChange: (id: string) => void;
}) {
  const { id: field, isWriting, value, onChange } = props;
  const [name, setName] = useState('');
  const chosen = useLoad(value, (signal) =>
    call('GET /reception/author', { query: { id: value }, silent: true, signal }),
  );
  const found = useLoad(name, (signal) =>
    call('GET /admin/post/authors', { query: { name }, silent: true, signal }),
  );
  const own = chosen.data ? [{ id: chosen.data.id, name: chosen.data.name }] : [];
  const others = (found.data ?? []).filter(({ id }) => id !== chosen.data?.id);
  const options = [...own, ...others].map((author) => ({ value: author.id, label: author.name }));
  return (
    <Select
      id={field}
      disabled={!isWriting}
      showSearch={{
        filterOption: (typed, option) => option?.label.startsWith(typed) ?? false,
        onSearch: setName,
      }}
      options={options}
      value={chosen.data || chosen.fault ? value : null}
      placeholder="正在取作者"
      notFoundContent={found.isLoading ? '正在找 …' : '没有这样的作者'}
      onChange={onChange}
    />
  );
}
