import { Input, Select } from 'antd';
import { useSend } from '#admin/parts/data.ts';
import { CheckItem, Item, TextItem } from '#admin/parts/form/items.tsx';
import { NumberInput } from '#admin/parts/form/number-input.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { useOwnColumns } from '#admin/parts/use-columns.ts';
import { toasts } from '#client/toasts.ts';
import { createInput, type FeedSource, saveInput } from '../schema.ts';

const emptySource = { name: '', url: '', columnId: '1', intervalMinutes: 30, isActive: true };

export const describeFetch = (added: number): string => (added > 0 ? `有 ${added} 条新来稿` : '没有新的来稿');

/** Adds or edits a source, then fetches it. */
export function SourceDialog({ source, onClose }: { source: FeedSource | undefined; onClose: () => void }) {
  const columns = useOwnColumns().filter(({ kind }) => kind !== 'reference');
  const { send: fetchNow } = useSend('POST /admin/feed/fetch', {
    onDone: ({ added, error }) =>
      error
        ? toasts.error(`已保存，但没有抓取成：${error}`)
        : toasts.success(`已保存，${describeFetch(added)}`),
  });
  const { name, url, columnId, intervalMinutes, isActive } = source ?? emptySource;
  const save = useSave(source ? 'POST /admin/feed/save' : 'POST /admin/feed/create', {
    schema: source ? saveInput : createInput,
    initial: { name, url, columnId, intervalMinutes, isActive },
    toBody: (values) => (source ? { id: source.id, ...values } : values),
    onSaved: (answer) => {
      onClose();
      const id = typeof answer === 'object' ? answer.id : source?.id;
      if (id) void fetchNow({ id });
    },
  });
  return (
    <FormDialog
      save={save}
      title={source ? '修改订阅源' : '添加订阅源'}
      okText="保存并抓取"
      onClose={onClose}
    >
      <TextItem name="name" label="名称（会写在采用的稿件末尾）" />
      <Item name="url" label="RSS 或 Atom 地址">
        <Input type="url" placeholder="https://news.example.com/feed.xml" />
      </Item>
      <Item name="columnId" label="采用后放进的栏目">
        <Select
          options={columns.map((column) => ({ value: column.id, label: column.columnName }))}
          showSearch={{ optionFilterProp: 'label' }}
        />
      </Item>
      <Item name="intervalMinutes" label="抓取间隔（分钟，5 到 1440）">
        <NumberInput precision={0} />
      </Item>
      <CheckItem name="isActive">按间隔自动抓取</CheckItem>
    </FormDialog>
  );
}
