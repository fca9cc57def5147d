import { Form, Input, Select } from 'antd';
import { useRead } from '#admin/parts/data.ts';
import { FormDrawer } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { Quiet } from '#admin/parts/layout/page.tsx';
import { ReadDrawer } from '#admin/parts/layout/side-drawer.tsx';
import { useOwnColumns } from '#admin/parts/use-columns.ts';
import { startInput, type Transfer, type TransferDetail } from '../manage/schema.ts';
import s from './transfers.module.css';

type DialogProps = { transfer: Transfer; onClose: () => void; onStarted: () => void };
type Plan = NonNullable<TransferDetail['plan']>;
type Choice = { columnId: string; newColumn: string };

const isDefault = '';
const isNew = 'new';

/** Asks for the column of each category of a file that has been read, and starts its import. */
export function ColumnsDialog({ transfer: { id, name }, onClose, onStarted }: DialogProps) {
  const read = useRead('GET /admin/transfer/detail', { id });
  const plan = read.data?.plan;
  if (plan) return <ColumnsForm {...{ id, name, plan, onClose, onStarted }} />;
  return (
    <ReadDrawer title={name} onClose={onClose} read={read} noun="分类">
      {() => <Quiet>这次导入没有等待核对的分类。</Quiet>}
    </ReadDrawer>
  );
}

type FormProps = { id: string; name: string; plan: Plan; onClose: () => void; onStarted: () => void };

function ColumnsForm({ id, name, plan, onClose, onStarted }: FormProps) {
  const columns = useOwnColumns().map((column) => ({ value: column.id, label: column.columnName }));
  const sameName = (category: string) => columns.find(({ label }) => label === category)?.value;
  const save = useSave('POST /admin/transfer/start', {
    schema: startInput,
    initial: {
      id,
      columnId: columns[0]?.value ?? '',
      categories: plan.categories.map(
        (one): Choice => ({
          columnId: sameName(one.name) ?? isDefault,
          newColumn: one.name.slice(0, 20),
        }),
      ),
    },
    toBody: ({ columnId, categories }) => ({
      id,
      columnId,
      categories: plan.categories.flatMap((one, at) => toEntry(one.name, categories[at])),
    }),
    onSaved: () => {
      onClose();
      onStarted();
    },
  });
  return (
    <FormDrawer save={save} title={`${name}：栏目`} okText="开始导入" width={640} onClose={onClose}>
      <p>
        {plan.posts} 篇内容（{plan.uncategorised} 篇没有分类）、{plan.pages} 个单页、{plan.comments} 条评论。
        一篇有几个分类时，按它的第一个有栏目的分类。
      </p>
      <Form.Item name="columnId" label="其余内容的栏目">
        <Select options={columns} />
      </Form.Item>
      {plan.categories.map((one, at) => (
        <CategoryField key={one.name} category={one} at={at} columns={columns} />
      ))}
    </FormDrawer>
  );
}

function toEntry(name: string, { columnId = isDefault, newColumn = '' }: Partial<Choice> = {}) {
  if (columnId === isDefault) return [];
  return [{ name, ...(columnId === isNew ? { newColumn } : { columnId }) }];
}

type FieldProps = {
  category: Plan['categories'][number];
  at: number;
  columns: { value: string; label: string }[];
};

function CategoryField({ category: { name, posts, parent }, at, columns }: FieldProps) {
  const chosen = Form.useWatch(['categories', at, 'columnId']);
  const options = [
    { value: isDefault, label: '和其余内容一样' },
    { value: isNew, label: '新建栏目' },
    ...columns,
  ];
  return (
    <div className={s.category}>
      <Form.Item name={['categories', at, 'columnId']} label={`${name}（${posts} 篇）`}>
        <Select options={options} />
      </Form.Item>
      {chosen === isNew && (
        <Form.Item
          name={['categories', at, 'newColumn']}
          label={`${name}的新栏目`}
          {...(parent && { extra: `“${parent}”也有栏目时，建在它下面` })}
        >
          <Input maxLength={20} />
        </Form.Item>
      )}
    </div>
  );
}
