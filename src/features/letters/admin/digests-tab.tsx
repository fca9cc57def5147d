import { Button, Form, Select } from 'antd';
import { useState } from 'react';
import { call } from '#admin/api.ts';
import { Chip } from '#admin/parts/chip.tsx';
import { useRead } from '#admin/parts/data.ts';
import { Item, SwitchItem, TextAreaItem, TextItem } from '#admin/parts/form/items.tsx';
import { NumberInput } from '#admin/parts/form/number-input.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable } from '#admin/parts/list/data-table.tsx';
import { FilterBar } from '#admin/parts/list/filter-bar.tsx';
import { wholeList } from '#admin/parts/list/use-pages.ts';
import type { RowChange } from '#admin/parts/list/use-row-changes.tsx';
import { showTime } from '#admin/parts/show-time.ts';
import { useColumns } from '#admin/parts/use-columns.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { type Audience, type Digest, digestChange, digestInput } from '../schema.ts';
import { AudienceItems } from './audience-items.tsx';

const weekdays = ['一', '二', '三', '四', '五', '六', '日'].map((day, index) => ({
  value: index + 1,
  label: `星期${day}`,
}));
const periods = [
  { value: 'daily', label: '每天' },
  { value: 'weekly', label: '每周' },
];
const empty = {
  ...{ name: '', period: 'daily' as 'daily' | 'weekly', weekday: 1, hour: 8, columnIds: [] as string[] },
  ...{ introduction: '', audience: 'all' as Audience, audienceKey: '', isOn: true },
};

/** Digests that the worker makes by day or week. */
export function DigestsTab() {
  const list = wholeList(useRead('GET /admin/letterDigest/list'));
  const [opened, setOpened] = useState<Digest | 'new'>();
  const close = () => setOpened(undefined);
  return (
    <>
      <FilterBar>
        <Button type="primary" onClick={() => setOpened('new')}>
          新建摘要
        </Button>
      </FilterBar>
      <DataTable
        label="定期摘要"
        unit="个"
        list={list}
        columns={columns}
        nameOf={({ name }) => name}
        onOpen={setOpened}
        changes={changes}
        isSelectable={false}
        empty={
          <EmptyState title="还没有定期摘要">
            <p>每天或每周把所选栏目的新文章发给订阅了的会员；没有新文章就不发。</p>
          </EmptyState>
        }
      />
      {opened === 'new' && <NewDigest onClose={close} />}
      {opened && opened !== 'new' && <EditDigest digest={opened} onClose={close} />}
    </>
  );
}

function NewDigest({ onClose }: { onClose: () => void }) {
  const save = useSave('POST /admin/letterDigest/create', {
    schema: digestInput,
    initial: empty,
    done: '摘要已建',
    onSaved: onClose,
  });
  return (
    <FormDialog save={save} title="新建摘要" okText="新建" width={520} onClose={onClose}>
      <DigestFields />
    </FormDialog>
  );
}

function EditDigest({ digest: { nextAt: _, ...digest }, onClose }: { digest: Digest; onClose: () => void }) {
  const save = useSave('POST /admin/letterDigest/save', {
    schema: digestChange,
    initial: digest,
    done: '摘要已保存',
    onSaved: onClose,
  });
  return (
    <FormDialog save={save} title="修改摘要" okText="保存" width={520} onClose={onClose}>
      <DigestFields />
    </FormDialog>
  );
}

function DigestFields() {
  const period: Digest['period'] | undefined = Form.useWatch('period');
  const columns = useColumns().map(({ id, columnName }) => ({ value: id, label: columnName }));
  return (
    <>
      <TextItem name="name" label="名称" note="邮件的主题是名称加日期，如“早报 · 11月26日”。" />
      <Item name="period" label="周期">
        <Select options={periods} />
      </Item>
      {period === 'weekly' && (
        <Item name="weekday" label="星期">
          <Select options={weekdays} />
        </Item>
      )}
      <Item name="hour" label="几点" note="北京时间，0 到 23。">
        <NumberInput />
      </Item>
      <Item name="columnIds" label="栏目">
        <Select mode="multiple" options={columns} optionFilterProp="label" />
      </Item>
      <AudienceItems />
      <TextAreaItem name="introduction" label="开头的话" />
      <SwitchItem name="isOn" label="启用" />
    </>
  );
}

const timeOf = ({ period, weekday, hour }: Digest) =>
  `${period === 'daily' ? '每天' : `每周${weekdays[weekday - 1]?.label.slice(2) ?? ''}`} ${hour} 点`;

const columns: DataColumn<Digest>[] = [
  { key: 'name', title: '名称' },
  { key: 'period', title: '时间', width: 140, render: timeOf, text: timeOf },
  {
    key: 'isOn',
    title: '状态',
    width: 90,
    render: ({ isOn }) => <Chip tone={isOn ? 'good' : 'info'}>{isOn ? '启用' : '停用'}</Chip>,
    text: ({ isOn }) => (isOn ? '启用' : '停用'),
  },
  {
    key: 'nextAt',
    title: '下一次',
    width: 120,
    from: 'md',
    render: ({ nextAt, isOn }) => isOn && <time dateTime={nextAt}>{showTime(nextAt)}</time>,
  },
];

const changes: RowChange<Digest>[] = [
  {
    verb: '删除',
    isDanger: true,
    fits: () => true,
    warning: '不再定期发送；已经发的邮件报还在。',
    act: ([id = '']) => call('POST /admin/letterDigest/delete', { body: { id }, silent: true }),
  },
];
