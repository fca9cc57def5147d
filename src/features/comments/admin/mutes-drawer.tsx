import { call } from '#admin/api.ts';
import { useRead } from '#admin/parts/data.ts';
import { SideDrawer } from '#admin/parts/layout/side-drawer.tsx';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable } from '#admin/parts/list/data-table.tsx';
import { wholeList } from '#admin/parts/list/use-pages.ts';
import type { RowChange } from '#admin/parts/list/use-row-changes.tsx';
import { showTime } from '#admin/parts/show-time.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import type { Mute } from '../manage/schema.ts';

export const MutesDrawer = ({ onClose }: { onClose: () => void }) => (
  <SideDrawer title="禁言名单" width={720} onClose={onClose}>
    <DataTable
      label="禁言名单"
      unit="人"
      list={wholeList(useRead('GET /admin/comment/mutes'))}
      columns={columns}
      idOf={({ member }) => member.id}
      nameOf={({ member }) => member.name}
      changes={changes}
      empty={<EmptyState title="没有人被禁言" />}
    />
  </SideDrawer>
);

const nameOf = ({ member }: Mute) => member.name;

const columns: DataColumn<Mute>[] = [
  { key: 'member', title: '会员', render: nameOf, text: nameOf },
  {
    key: 'until',
    title: '至',
    width: 120,
    sort: (a, b) => a.until.localeCompare(b.until),
    render: ({ until }) => <time dateTime={until}>{showTime(until)}</time>,
  },
  { key: 'reason', title: '理由' },
  { key: 'by', title: '处理人', width: 110, from: 'md' },
];

const changes: readonly RowChange<Mute>[] = [
  {
    verb: '解除禁言',
    fits: () => true,
    act: ([memberId = '']) => call('POST /admin/comment/unmute', { body: { memberId }, silent: true }),
  },
];
