import { Alert, Select } from 'antd';
import { useState } from 'react';
import { call } from '#admin/api.ts';
import { useRead } from '#admin/parts/data.ts';
import { Item } from '#admin/parts/form/items.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { usePrompt } from '#admin/parts/form/use-prompt.ts';
import type { RowChange } from '#admin/parts/list/use-row-changes.tsx';
import { showNumber } from '#admin/parts/show-number.ts';
import type { TagRecord } from '../schema.ts';

type Props = Parameters<NonNullable<RowChange<TagRecord>['dialog']>>[0];

/** Asks into which tag to merge these: one of several, or any other. */
export function MergeDialog({ rows, start, onClose }: Props) {
  const [typed, setTyped] = useState('');
  const keyword = typed.trim();
  const read = useRead('GET /admin/tag/list', { size: '20', ...(keyword && { keyword }) });
  const save = usePrompt({ intoId: undefined as string | undefined }, ({ intoId = '' }) =>
    start((ids) =>
      call('POST /admin/tag/merge', {
        body: { ids: ids.filter((id) => id !== intoId), intoId },
        silent: true,
      }),
    ),
  );
  const chosen = rows.length > 1 ? rows.filter(({ name }) => name.includes(keyword)) : [];
  const others = (read.data?.records ?? []).filter(({ id }) => !rows.some((row) => row.id === id));
  const options = [...chosen, ...others].map(({ id, name, posts }) => ({
    value: id,
    label: `${name}（${showNumber(posts)} 篇）`,
  }));
  const title = rows.length === 1 ? `把“${rows[0]?.name}”合并到` : `合并选中的 ${rows.length} 个标签`;
  return (
    <FormDialog save={save} title={title} okText="合并" isDanger width={480} onClose={onClose}>
      <Alert
        type="warning"
        title="所有文章都会换成选定的标签，以后写旧名字也会变成它；旧标签的页面转到它。合并不能撤销。"
      />
      <Item name="intoId" label="合并到" required rules={[{ required: true, message: '请选择合并到的标签' }]}>
        <Select
          placeholder="输入名字里的字"
          showSearch={{ filterOption: false, onSearch: setTyped }}
          notFoundContent={read.isFetching ? '正在查找 …' : '没有找到'}
          options={options}
        />
      </Item>
    </FormDialog>
  );
}
