import type { z } from 'zod';
import { call } from '#admin/api.ts';
import { Chip } from '#admin/parts/chip.tsx';
import { useRead } from '#admin/parts/data.ts';
import { Loaded } from '#admin/parts/layout/loaded.tsx';
import { Facts, Quiet, Section, type SettingsSlot } from '#admin/parts/layout/page.tsx';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable } from '#admin/parts/list/data-table.tsx';
import { usePages } from '#admin/parts/list/use-pages.ts';
import type { RowChange } from '#admin/parts/list/use-row-changes.tsx';
import { showTime } from '#admin/parts/show-time.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import type { Engine, Push, states as statesSchema } from '../schema.ts';

type State = z.infer<typeof statesSchema>[number];

const labels: Record<Engine, string> = { baidu: '百度', indexnow: 'IndexNow' };

/** What waits for the search engines, and what they answered in the last 30 days. */
function EnginePushes() {
  const read = useRead('GET /admin/engine/states');
  const list = usePages('GET /admin/engine/pushes', {});
  return (
    <Section title="推送记录">
      <Loaded read={read} noun="推送状态">
        {(states) => (
          <Facts facts={states.map((state) => [labels[state.engine], describeState(state)] as const)} />
        )}
      </Loaded>
      <DataTable
        label="推送记录"
        list={list}
        columns={columns}
        nameOf={({ id }) => `推送 ${id}`}
        changes={changes}
        isSelectable={false}
        empty={<EmptyState title="还没有推送过" level={3} />}
      />
    </Section>
  );
}

export const slot: SettingsSlot = { order: 10, group: 'engines', content: <EnginePushes /> };

function describeState({ isOn, waiting, retryAt, remaining }: State): string {
  if (!isOn) return '没有打开';
  const parts = [
    waiting > 0 ? `${waiting >= 10_000 ? '超过 10,000' : waiting} 条等待推送` : '没有等待推送的网址',
    retryAt && `${showTime(retryAt)} 再推`,
    remaining !== null && remaining > 0 && `今天还能推送 ${remaining} 条`,
  ];
  return parts.filter(Boolean).join('，');
}

const changes: RowChange<Push>[] = [
  {
    verb: '重新推送',
    fits: () => true,
    act: ([id = '']) => call('POST /admin/engine/repush', { body: { id }, silent: true }),
  },
];

const describeAddresses = ({ count, address }: Push): string =>
  count > 1 ? `${address} 等 ${count} 条` : address;

const columns: DataColumn<Push>[] = [
  {
    key: 'pushedAt',
    title: '时间',
    width: 120,
    render: ({ pushedAt }) => <time dateTime={pushedAt}>{showTime(pushedAt)}</time>,
  },
  {
    key: 'engine',
    title: '搜索引擎',
    width: 110,
    render: ({ engine }) => labels[engine],
    text: ({ engine }) => labels[engine],
  },
  { key: 'address', title: '网址', render: describeAddresses, text: describeAddresses },
  {
    key: 'answer',
    title: '回答',
    render: ({ isTaken, answer }) => (
      <>
        <Chip tone={isTaken ? 'good' : 'bad'}>{isTaken ? '收下' : '没有收'}</Chip>
        <Quiet>{answer}</Quiet>
      </>
    ),
    text: ({ answer }) => answer,
  },
];
