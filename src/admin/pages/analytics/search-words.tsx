import { Segmented } from 'antd';
import { useState } from 'react';
import type { Words } from '#features/analytics/schema.ts';
import { Failed, Void } from '#ui/states/void.tsx';
import { call } from '../../api.ts';
import { showNumber } from '../../parts/show-number.ts';
import { useLoad } from '../../parts/use-load.ts';
import { WideTable } from '../../parts/wide-table.tsx';
import s from './analytics.module.css';
import { ExportButton } from './export-button.tsx';

type Only = 'all' | 'empty';
const kinds: { value: Only; label: string }[] = [
  { value: 'all', label: '全部' },
  { value: 'empty', label: '没有结果的' },
];

/** What readers looked for; what found nothing is what they miss. */
export function SearchWords({ from, to }: { from: string; to: string }) {
  const [only, setOnly] = useState<Only>('all');
  const query = { only, from, to };
  const { data, fault, isLoading, reload } = useLoad(JSON.stringify(query), (signal) =>
    call('GET /admin/analytics/searchWords', { query, silent: true, signal }),
  );
  return (
    <section className={s.part} aria-label="搜索词">
      <div className={s.partHead}>
        <h2>搜索词</h2>
        <Segmented
          aria-label="哪些搜索词"
          options={kinds}
          value={only}
          onChange={(chosen) => setOnly(chosen)}
        />
        <ExportButton call="GET /admin/analytics/exportSearchWords" query={query} fallback="搜索词.csv" />
      </div>
      {fault ? (
        <Failed message={fault.message} onRetry={reload} level={3} />
      ) : (
        <WideTable<Words['records'][number]>
          label="搜索词的表格"
          rowKey="word"
          size="small"
          loading={isLoading}
          dataSource={data?.records ?? []}
          columns={columns}
          pagination={{ pageSize: 20, showSizeChanger: false, hideOnSinglePage: true }}
          scroll={{ x: 320 }}
          locale={{
            emptyText: (
              <Void
                title={
                  isLoading ? '正在取搜索词' : only === 'empty' ? '搜什么都有结果' : '这些天还没有人搜索'
                }
                level={3}
              />
            ),
          }}
        />
      )}
      <p className={s.note}>手机号、邮箱等可能关乎个人的词不记。</p>
    </section>
  );
}

const number = { align: 'right' as const, width: 88, className: s.number ?? '', render: showNumber };
const columns = [
  {
    title: '搜索词',
    dataIndex: 'word',
    render: (word: string) => (
      <a
        className="link"
        href={`/search?keyword=${encodeURIComponent(word)}`}
        target="_blank"
        rel="noreferrer"
      >
        {word}
      </a>
    ),
  },
  { title: '次数', dataIndex: 'searches', ...number },
  { title: '没有结果', dataIndex: 'emptySearches', ...number },
];
