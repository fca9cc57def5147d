import { Select } from 'antd';
import { useEffect, useState } from 'react';
import { call } from '../../../api.ts';
import { useLoad } from '../../../parts/use-load.ts';
import s from '../frontpage.module.css';

const pauseMs = 300;

/** Published pieces by words of their title or text, within a column or of all; choosing one is the act. */
export function PieceSearch(props: {
  columnId: string | null;
  isBusy: boolean;
  onChoose: (id: string) => void;
}) {
  const { columnId, isBusy, onChoose } = props;
  const [typed, setTyped] = useState('');
  const keyword = usePaused(typed.trim());
  const found = useLoad(`${columnId} ${keyword}`, async (signal) => {
    if (keyword === '') return [];
    const query = { state: 'published' as const, keyword, size: '20', ...(columnId && { columnId }) };
    return (await call('GET /admin/post/list', { query, silent: true, signal })).records;
  });
  return (
    <Select
      className={s.search ?? ''}
      aria-label="搜一篇来置顶"
      placeholder="搜标题来置顶"
      disabled={isBusy}
      showSearch={{ filterOption: false, onSearch: setTyped, searchValue: typed }}
      options={(found.data ?? []).map(({ id, title, columnName }) => ({
        value: id,
        label: `${title}（${columnName}）`,
      }))}
      value={null}
      notFoundContent={
        keyword === '' ? '输入几个字来找' : found.isLoading ? '正在找 …' : '没有找到已发布的内容'
      }
      onChange={(id: string | null) => {
        setTyped('');
        if (id) onChoose(id);
      }}
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
