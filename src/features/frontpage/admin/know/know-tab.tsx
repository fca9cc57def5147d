import { Button, Segmented } from 'antd';
import { useState } from 'react';
import { call } from '#admin/api.ts';
import { Chip } from '#admin/parts/chip.tsx';
import { useRead } from '#admin/parts/data.ts';
import { Quiet } from '#admin/parts/layout/page.tsx';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable, OpenButton } from '#admin/parts/list/data-table.tsx';
import { FilterBar } from '#admin/parts/list/filter-bar.tsx';
import { wholeList } from '#admin/parts/list/use-pages.ts';
import type { RowChange } from '#admin/parts/list/use-row-changes.tsx';
import { showNumber } from '#admin/parts/show-number.ts';
import { showTime } from '#admin/parts/show-time.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import type { KnowPlace, KnowVersion } from '../../know/schema.ts';
import { KnowPreview } from './know-preview.tsx';
import { NewVersion } from './new-version.tsx';

const placeOptions: { value: KnowPlace; label: string; note: string }[] = [
  {
    value: 'site',
    label: '全站',
    note: '读者打开网站时弹出，点“我已知晓”后同一版本不再弹；会员换设备也不再弹。',
  },
  { value: 'purchase', label: '购买前', note: '读者付款前要先知晓。' },
  { value: 'reference', label: '写内参前', note: '会员写内参前要先知晓。' },
];

/** Know pop-ups, which readers acknowledge once per version: all versions of a place, and the live one. */
export function KnowTab() {
  const [place, setPlace] = useState<KnowPlace>('site');
  const [isWriting, setIsWriting] = useState(false);
  const [openVersion, setOpenVersion] = useState<KnowVersion>();
  const read = useRead('GET /admin/know/list', { place });
  const list = wholeList(read);
  return (
    <>
      <FilterBar>
        <Segmented
          aria-label="须知的位置"
          options={placeOptions.map(({ value, label }) => ({ value, label }))}
          value={place}
          onChange={setPlace}
        />
        {/* Without the live version the new text would start empty. */}
        <Button type="primary" disabled={!read.data} onClick={() => setIsWriting(true)}>
          写新版本
        </Button>
      </FilterBar>
      <Quiet>{placeOptions.find(({ value }) => value === place)?.note}</Quiet>
      <DataTable
        label="须知"
        unit="版"
        list={list}
        columns={columnsOf(setOpenVersion)}
        nameOf={versionName}
        onOpen={setOpenVersion}
        changes={changes}
        isSelectable={false}
        width={700}
        empty={
          <EmptyState title="这里还没有须知">
            <p>写好一版后点“上线”，读者才会看到。</p>
          </EmptyState>
        }
      />
      {isWriting && (
        <NewVersion
          place={place}
          base={list.rows.find(({ isLive }) => isLive)}
          onClose={() => setIsWriting(false)}
        />
      )}
      {openVersion && <KnowPreview {...openVersion} onClose={() => setOpenVersion(undefined)} />}
    </>
  );
}

const versionName = ({ version }: KnowVersion) => `第 ${version} 版`;

const columnsOf = (show: (version: KnowVersion) => void): DataColumn<KnowVersion>[] => [
  {
    key: 'version',
    title: '版本',
    width: 130,
    render: (version) => (
      <>
        {versionName(version)} {version.isLive && <Chip tone="good">生效中</Chip>}
      </>
    ),
  },
  {
    key: 'title',
    title: '标题',
    render: (version) => <OpenButton onClick={() => show(version)}>{version.title}</OpenButton>,
  },
  {
    key: 'acknowledged',
    title: '知晓的会员',
    width: 110,
    align: 'right',
    render: ({ acknowledged }) => (acknowledged >= 10_000 ? '10,000+' : showNumber(acknowledged)),
  },
  {
    key: 'createdAt',
    title: '写于',
    width: 150,
    render: ({ createdAt, createdBy }) => (
      <>
        <time dateTime={createdAt}>{showTime(createdAt)}</time> {createdBy}
      </>
    ),
  },
];

const changes: readonly RowChange<KnowVersion>[] = [
  {
    verb: '照它写',
    fits: () => true,
    dialog: ({ rows: [base], onClose }) =>
      base && <NewVersion place={base.place} base={base} onClose={onClose} />,
  },
  {
    verb: '上线',
    fits: ({ isLive }) => !isLive,
    warning: '上线后替换现在的版本，没有知晓过这一版的读者都会再看到一次。',
    act: ([id = '']) => call('POST /admin/know/publish', { body: { id }, silent: true }),
  },
  {
    verb: '下线',
    fits: ({ isLive }) => isLive,
    warning: '下线后这里不再弹须知。',
    act: ([id = '']) => call('POST /admin/know/withdraw', { body: { id }, silent: true }),
  },
];
