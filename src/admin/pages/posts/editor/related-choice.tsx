import { Select } from 'antd';
import { useEffect, useState } from 'react';
import { call } from '../../../api.ts';
import { useLoad } from '../../../parts/use-load.ts';

const pauseMs = 300;

/** Pieces shown beside this one, found by words of their title or text. */
export function RelatedChoice(props: {
  id: string;
  isWriting: boolean;
  value: string[];
  onChange: (ids: string[]) => void;
}) {
  const { id: field, isWriting, value, onChange } = props;
  const [typed, setTyped] = useState('');
  const keyword = usePaused(typed.trim());
  const found = useLoad(keyword, async (signal) => {
    if (keyword === '') return [];
    const query = { state: 'published' as const, keyword, size: '20' };
    return (await call('GET /admin/post/list', { query, silent: true, signal })).records;
  });
  const titles = useTitles(value);
  const options = [
    ...value.map((id) => ({ value: id, label: titles.get(id) ?? `稿件 ${id}` })),
    ...(found.data ?? [])
      .filter(({ id }) => !value.includes(id))
      .map(({ id, title }) => ({ value: id, label: title })),
  ];
  return (
    <Select
      id={field}
      mode="multiple"
      disabled={!isWriting}
      maxCount={10}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      options={typed ? options.filter((option) => !value.includes(option.value)) : options}
      value={value}
      notFoundContent={keyword === '' ? '输入几个字来找' : found.isLoading ? '正在找 …' : '没有找到'}
      labelRender={({ value: id, label }) => label ?? titles.get(String(id)) ?? `稿件 ${id}`}
      onChange={onChange}
    />
  );
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

/** The titles of chosen pieces; one that is gone keeps its number. */
function useTitles(ids: string[]): ReadonlyMap<string, string> {
  const { data } = useLoad(ids.join(), (signal) =>
    Promise.all(
      ids.map((id) =>
        call('GET /admin/post/detail', { query: { id }, silent: true, signal }).then(
          ({ content }) => [id, content.title] as const,
          () => [id, `稿件 ${id}`] as const,
        ),
      ),
    ),
  );
  return new Map(data);
}
