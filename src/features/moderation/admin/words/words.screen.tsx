import { Button, Input } from 'antd';
import { useState } from 'react';
import { call, client } from '#admin/api.ts';
import { useRead } from '#admin/parts/data.ts';
import { DownloadButton } from '#admin/parts/download-button.tsx';
import { ImportDialog } from '#admin/parts/form/import-dialog.tsx';
import { Item, TextItem } from '#admin/parts/form/items.tsx';
import { LookupForm } from '#admin/parts/form/lookup-form.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { HitList, LevelChip, levelNames } from '#admin/parts/hit-list.tsx';
import { Page, Quiet } from '#admin/parts/layout/page.tsx';
import { SideDrawer } from '#admin/parts/layout/side-drawer.tsx';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable, OpenButton } from '#admin/parts/list/data-table.tsx';
import { FilterBar, FilterSearch, FilterSelect } from '#admin/parts/list/filter-bar.tsx';
import { SavedViews } from '#admin/parts/list/saved-views.tsx';
import { useFilters } from '#admin/parts/list/use-filters.ts';
import { usePages } from '#admin/parts/list/use-pages.ts';
import type { RowChange } from '#admin/parts/list/use-row-changes.tsx';
import { showTime } from '#admin/parts/show-time.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { addInput, saveInput, tryInput, type WordRecord, wordsQuery } from '../../words/schema.ts';
import { LevelItem } from './level-item.tsx';

const levels = Object.entries(levelNames).map(([value, label]) => ({ value, label }));

export function Screen() {
  const [openDialog, setOpenDialog] = useState<WordRecord | 'add' | 'import' | 'try'>();
  const filters = useFilters(wordsQuery);
  const list = usePages('GET /admin/word/list', filters.values);
  const categories = useRead('GET /admin/word/categories').data ?? [];
  const close = () => setOpenDialog(undefined);
  return (
    <Page title="敏感词" tools={<Tools onOpen={setOpenDialog} />}>
      <SavedViews list="words" filters={filters} />
      <FilterBar>
        <FilterSearch
          filters={filters}
          name="prefix"
          label="查找敏感词"
          placeholder="词的开头"
          maxLength={50}
        />
        <FilterSelect filters={filters} name="level" label="级别" options={levels} />
        <FilterSelect
          filters={filters}
          name="category"
          label="分类"
          options={categories.map(({ category, words }) => ({
            value: category,
            label: `${category}（${words}）`,
          }))}
        />
      </FilterBar>
      <DataTable
        label="敏感词"
        unit="个"
        list={list}
        columns={columnsOf(setOpenDialog)}
        nameOf={({ word }) => `“${word}”`}
        onOpen={setOpenDialog}
        changes={wordChanges}
        filters={filters}
        exporter={
          <DownloadButton
            size="small"
            type="text"
            load={() => client.download('GET /admin/word/export')}
            name="敏感词.csv"
          >
            导出整份词表
          </DownloadButton>
        }
        empty={
          <EmptyState title="词表还是空的">
            <p>添加一个词，或导入一份词表：一行一个词，可在逗号后写级别和分类。</p>
          </EmptyState>
        }
      />
      {openDialog === 'add' && <WordDialog word={undefined} onClose={close} />}
      {openDialog === 'import' && (
        <ImportDialog
          call="POST /admin/word/import"
          title="导入词表"
          file={{
            label: '词表文件',
            accept: '.txt,.csv,text/plain,text/csv',
            maxMb: 5,
            note: 'TXT 或 CSV，任何编码，最多 5 MB',
          }}
          about="一行一个词；也可以写成“词,级别,分类”。没写级别的按下面的算："
          initial={{ level: 'review', category: '' }}
          onClose={close}
        >
          <LevelItem />
          <TextItem name="category" label="分类（可不填）" />
        </ImportDialog>
      )}
      {openDialog === 'try' && <TryDrawer onClose={close} />}
      {typeof openDialog === 'object' && <WordDialog word={openDialog} onClose={close} />}
    </Page>
  );
}

const Tools = ({ onOpen }: { onOpen: (dialog: 'add' | 'import' | 'try') => void }) => (
  <>
    <Button onClick={() => onOpen('try')}>试一段文字</Button>
    <Button onClick={() => onOpen('import')}>导入词表</Button>
    <Button type="primary" onClick={() => onOpen('add')}>
      添加
    </Button>
  </>
);

const columnsOf = (onOpen: (word: WordRecord) => void): DataColumn<WordRecord>[] => [
  {
    key: 'word',
    title: '敏感词',
    render: (word) => <OpenButton onClick={() => onOpen(word)}>{word.word}</OpenButton>,
  },
  { key: 'level', title: '级别', width: 80, render: ({ level }) => <LevelChip level={level} /> },
  { key: 'category', title: '分类', width: 140, from: 'md' },
  {
    key: 'createdAt',
    title: '添加时间',
    width: 130,
    from: 'lg',
    render: ({ createdAt }) => <time dateTime={createdAt}>{showTime(createdAt)}</time>,
  },
];

const wordChanges: readonly RowChange<WordRecord>[] = [
  {
    verb: '删除',
    isDanger: true,
    fits: () => true,
    warning: '之后发布的内容不再检查它。',
    act: (ids) => call('POST /admin/word/delete', { body: { ids }, silent: true }),
    // Maximum number of ids per call.
    chunk: 100,
  },
];

const TryDrawer = ({ onClose }: { onClose: () => void }) => (
  <SideDrawer title="试一段文字" onClose={onClose}>
    <LookupForm
      call="POST /admin/moderation/try"
      schema={tryInput}
      name="text"
      label="要检查的文字"
      verb="检查"
      isLong
    >
      {(hits) => (hits.length === 0 ? <Quiet>没有查到敏感词。</Quiet> : <HitList hits={hits} />)}
    </LookupForm>
  </SideDrawer>
);

const emptyWord = { word: '', level: 'review' as WordRecord['level'], category: '' };

function WordDialog({ word, onClose }: { word: WordRecord | undefined; onClose: () => void }) {
  const { level, category } = word ?? emptyWord;
  const save = useSave(word ? 'POST /admin/word/save' : 'POST /admin/word/add', {
    schema: word ? saveInput : addInput,
    initial: { word: word?.word ?? '', level, category },
    toBody: ({ word: newWord, ...fields }) =>
      word ? { id: word.id, ...fields } : { word: newWord, ...fields },
    done: word ? '已修改' : '已添加，之后发布的内容都会检查它',
    onSaved: onClose,
  });
  return (
    <FormDialog
      save={save}
      title={word ? `修改“${word.word}”` : '添加敏感词'}
      okText={word ? '保存' : '添加'}
      width={460}
      onClose={onClose}
    >
      {!word && (
        <Item name="word" label="敏感词">
          <Input autoFocus />
        </Item>
      )}
      <LevelItem />
      <TextItem name="category" label="分类（可不填）" />
      <Quiet>空格、符号、全角半角和大小写都不影响比对：“敏*感 词”也会查出。</Quiet>
    </FormDialog>
  );
}
