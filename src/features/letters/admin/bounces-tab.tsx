import { Button } from 'antd';
import { useState } from 'react';
import { call } from '#admin/api.ts';
import { MomentItem, TextAreaItem, TextItem } from '#admin/parts/form/items.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { Quiet } from '#admin/parts/layout/page.tsx';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable } from '#admin/parts/list/data-table.tsx';
import { FilterBar } from '#admin/parts/list/filter-bar.tsx';
import { usePages } from '#admin/parts/list/use-pages.ts';
import type { RowChange } from '#admin/parts/list/use-row-changes.tsx';
import { showNumber } from '#admin/parts/show-number.ts';
import { showTime } from '#admin/parts/show-time.ts';
import { toasts } from '#client/toasts.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { type Bounce, bouncesDeleteInput, bouncesInput } from '../schema.ts';

/** Addresses that get no letters because mail to them was returned. */
export function BouncesTab() {
  const list = usePages('GET /admin/letterBounce/list', {});
  const [openDialog, setOpenDialog] = useState<'add' | 'deleteMany'>();
  const close = () => setOpenDialog(undefined);
  return (
    <>
      <FilterBar>
        <Button onClick={() => setOpenDialog('add')}>添加退信地址</Button>
        <Button onClick={() => setOpenDialog('deleteMany')}>整批移除</Button>
      </FilterBar>
      <DataTable
        label="退信地址"
        unit="个"
        list={list}
        columns={columns}
        nameOf={({ address }) => address}
        changes={changes}
        isSelectable={false}
        empty={
          <EmptyState title="没有退信地址">
            <p>邮件服务器说不存在的邮箱会自动记在这里，不再发邮件报。</p>
          </EmptyState>
        }
      />
      {openDialog === 'add' && <AddDialog onClose={close} />}
      {openDialog === 'deleteMany' && <DeleteManyDialog onClose={close} />}
    </>
  );
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const save = useSave('POST /admin/letterBounce/add', {
    schema: bouncesInput,
    initial: { addresses: '' },
    onSaved: ({ added, known, invalid }) => {
      toasts.success(
        `添加了 ${showNumber(added)} 个，${showNumber(known)} 个已在名单里，${showNumber(invalid)} 行不是邮箱`,
      );
      onClose();
    },
  });
  return (
    <FormDialog save={save} title="添加退信地址" okText="添加" width={480} onClose={onClose}>
      <TextAreaItem
        name="addresses"
        label="邮箱地址"
        rows={6}
        note="每行一个，也可以粘贴 CSV：只用第一列。退信邮箱里的退信不会自动读取。"
      />
    </FormDialog>
  );
}

/** The way back after refusals that were no fault of the addresses. */
function DeleteManyDialog({ onClose }: { onClose: () => void }) {
  const save = useSave('POST /admin/letterBounce/deleteMany', {
    schema: bouncesDeleteInput,
    initial: { since: null as string | null, reason: '' },
    onSaved: ({ deleted }) => {
      toasts.success(`移除了 ${showNumber(deleted)} 个`);
      onClose();
    },
  });
  return (
    <FormDialog save={save} title="整批移除退信地址" okText="移除" width={480} onClose={onClose}>
      <MomentItem name="since" label="起始时间" required />
      <TextItem name="reason" label="原因里有" placeholder="如 553 或 Local user only" />
      <Quiet>
        只移除邮件服务器拒收时记下的地址，以后的邮件报又会发给它们；编辑添加的留着。原因留空，就是这段时间记下的全部。
      </Quiet>
    </FormDialog>
  );
}

const sources = { smtp: '邮件服务器', staff: '编辑添加' } as const;

const columns: DataColumn<Bounce>[] = [
  { key: 'address', title: '地址' },
  { key: 'reason', title: '原因', from: 'md' },
  { key: 'source', title: '来源', width: 120, from: 'md', render: ({ source }) => sources[source] },
  {
    key: 'bouncedAt',
    title: '时间',
    width: 120,
    render: ({ bouncedAt }) => <time dateTime={bouncedAt}>{showTime(bouncedAt)}</time>,
  },
];

const changes: RowChange<Bounce>[] = [
  {
    verb: '移除',
    fits: () => true,
    warning: '以后的邮件报又会发到这个地址。',
    act: ([id = '']) => call('POST /admin/letterBounce/delete', { body: { id }, silent: true }),
  },
];
