import { App, Button, Input, Select, Table } from 'antd';
import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import type { WordRecord } from '#features/moderation/words/schema.ts';
import { Failed, Void } from '#ui/states/void.tsx';
import { call, client } from '../../../api.ts';
import { PageHead } from '../../../parts/page-head.tsx';
import { saveDownload } from '../../../parts/save-download.ts';
import { faultOf, useLoad } from '../../../parts/use-load.ts';
import { levelNames } from '../hit-list.tsx';
import s from '../moderation.module.css';
import { ImportDialog } from './import-dialog.tsx';
import { TryDrawer } from './try-drawer.tsx';
import { columnsOf } from './word-columns.tsx';
import { WordDialog } from './word-dialog.tsx';

type Level = WordRecord['level'];
type Float = 'add' | 'import' | 'try' | undefined;
const levelOptions = (Object.keys(levelNames) as Level[]).map((value) => ({
  value,
  label: levelNames[value],
}));
const pageSize = 50;

/** The list of sensitive words. */
export function Screen() {
  const { modal } = App.useApp();
  const [filter, setFilter] = useState<{ prefix?: string; level?: Level; category?: string }>({});
  const [current, setCurrent] = useState(1);
  const [chosen, setChosen] = useState<string[]>([]);
  const [float, setFloat] = useState<Float>();
  const [edited, setEdited] = useState<WordRecord>();
  const { data, fault, isLoading, reload } = useLoad(JSON.stringify([filter, current]), (signal) =>
    call('GET /admin/word/list', {
      query: { ...filter, current: String(current), size: String(pageSize) },
      silent: true,
      signal,
    }),
  );
  const categories = useLoad(`categories ${data?.total}`, (signal) =>
    call('GET /admin/word/categories', { silent: true, signal }),
  );
  const narrow = (change: Partial<typeof filter>) => {
    setCurrent(1);
    setChosen([]);
    setFilter((held) => ({ ...held, ...change }));
  };
  const remove = (words: readonly WordRecord[]) =>
    modal.confirm({
      title: words.length === 1 ? `删除“${words[0]?.word}”？` : `删除选中的 ${words.length} 个词？`,
      content: '之后发布的内容不再检查它。',
      okText: '删除',
      okButtonProps: { danger: true },
      onOk: async () => {
        try {
          await call('POST /admin/word/delete', { body: { ids: words.map(({ id }) => id) }, silent: true });
          setChosen([]);
          reload();
        } catch (error) {
          toasts.error(faultOf(error).message);
        }
      },
    });
  const download = async () => {
    try {
      saveDownload(await client.download('GET /admin/word/export'), '敏感词.csv');
    } catch {
      // The person has been told in an alert.
    }
  };
  const words = data?.records ?? [];
  const isNarrowed = Object.values(filter).some((value) => value !== undefined);
  return (
    <>
      <PageHead title="敏感词">
        <Button onClick={() => setFloat('try')}>试一段文字</Button>
        <Button onClick={() => void download()}>导出</Button>
        <Button onClick={() => setFloat('import')}>导入词表</Button>
        <Button type="primary" onClick={() => setFloat('add')}>
          添加
        </Button>
      </PageHead>
      <div className={s.filters}>
        <Input.Search
          className={s.search ?? ''}
          aria-label="查找敏感词"
          placeholder="词的开头"
          allowClear
          maxLength={50}
          onSearch={(text) => narrow({ prefix: text.trim() || undefined } as typeof filter)}
        />
        <Select
          className={s.choice ?? ''}
          aria-label="级别"
          placeholder="全部级别"
          allowClear
          options={levelOptions}
          value={filter.level ?? null}
          onChange={(level: Level | null) => narrow({ level: level ?? undefined } as typeof filter)}
        />
        <Select
          className={s.choice ?? ''}
          aria-label="分类"
          placeholder="全部分类"
          allowClear
          showSearch
          options={(categories.data ?? []).map(({ category, words: count }) => ({
            value: category,
            label: `${category}（${count}）`,
          }))}
          value={filter.category ?? null}
          onChange={(category: string | null) => narrow({ category: category ?? undefined } as typeof filter)}
        />
        {chosen.length > 0 && (
          <Button danger onClick={() => remove(words.filter(({ id }) => chosen.includes(id)))}>
            删除选中的 {chosen.length} 个
          </Button>
        )}
      </div>
      {fault ? (
        <Failed message={fault.message} onRetry={reload} />
      ) : (
        <Table<WordRecord>
          rowKey="id"
          size="middle"
          loading={isLoading}
          dataSource={words}
          columns={columnsOf(setEdited, (word) => remove([word]))}
          rowSelection={{
            selectedRowKeys: chosen,
            onChange: (keys) => setChosen(keys.map(String)),
            getCheckboxProps: ({ word }) => ({ 'aria-label': `选择“${word}”` }) as object,
          }}
          locale={{ emptyText: <NoWords isLoading={isLoading} isNarrowed={isNarrowed} /> }}
          pagination={{
            current,
            pageSize,
            total: data?.total ?? 0,
            showSizeChanger: false,
            hideOnSinglePage: true,
            showTotal: (total) => `${data?.totalCapped ? '多于 ' : '共 '}${total} 个`,
            onChange: setCurrent,
          }}
        />
      )}
      <WordDialog
        word={edited}
        isOpen={float === 'add' || edited !== undefined}
        onClose={() => {
          setFloat(undefined);
          setEdited(undefined);
        }}
        onDone={reload}
      />
      <ImportDialog isOpen={float === 'import'} onClose={() => setFloat(undefined)} onDone={reload} />
      <TryDrawer isOpen={float === 'try'} onClose={() => setFloat(undefined)} />
    </>
  );
}

function NoWords({ isLoading, isNarrowed }: { isLoading: boolean; isNarrowed: boolean }) {
  if (isLoading) return <Void title="正在取敏感词 …" />;
  if (isNarrowed) return <Void art="search" title="没有符合条件的词" />;
  return (
    <Void title="词表还是空的">
      <p>添加一个词，或导入一份词表：一行一个词，可在逗号后写级别和分类。</p>
    </Void>
  );
}
