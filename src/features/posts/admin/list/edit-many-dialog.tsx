import { Form, Select } from 'antd';
import { FenItem, Item } from '#admin/parts/form/items.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { usePrompt } from '#admin/parts/form/use-prompt.ts';
import { useOwnColumns } from '#admin/parts/use-columns.ts';
import { AuthorSelect } from '../editor/author-select.tsx';
import { accessOptions, WordsItem } from '../editor/post-fields.tsx';

/** What a bulk change sets; absent properties stay as they are. `access` null is that of the column. */
export type Edit = {
  columnId?: string;
  authorId?: string;
  addTags?: string[];
  removeTags?: string[];
  access?: 'public' | 'member' | 'vip' | 'paid' | null;
  price?: number;
};
type Values = Omit<Edit, 'access' | 'price'> & {
  access?: NonNullable<Edit['access']> | 'column';
  price?: number | string | null;
};
type Props = { count: number; onEdit: (edit: Edit) => void; onClose: () => void };

const unchanged = '不变';

/** Asks for the properties that many posts are to have. */
export function EditManyDialog({ count, onEdit, onClose }: Props) {
  const save = usePrompt<Values>({}, (values) => onEdit(toEdit(values)));
  const columns = useOwnColumns()
    .filter(({ kind }) => kind !== 'reference')
    .map(({ id, columnName }) => ({ value: id, label: columnName }));
  const access = Form.useWatch('access', save.form);
  return (
    <FormDialog save={save} title={`修改选中的 ${count} 篇`} okText="修改" width={480} onClose={onClose}>
      <p>已发布的立即对读者生效；没有填的不变。</p>
      <Item name="columnId" label="移到栏目">
        <Select
          allowClear
          options={columns}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={unchanged}
        />
      </Item>
      <Item name="authorId" label="作者">
        <AuthorSelect allowClear placeholder={unchanged} />
      </Item>
      <WordsItem name="addTags" label="加上标签" note="回车或逗号分开" max={20} />
      <WordsItem name="removeTags" label="去掉标签" note="回车或逗号分开" max={20} />
      <Item name="access" label="可见范围">
        <Select allowClear options={accessOptions} placeholder={unchanged} />
      </Item>
      {(access === 'paid' || access === 'column' || !access) && (
        <FenItem name="price" label="价格" note="留空不变" isOptional />
      )}
    </FormDialog>
  );
}

function toEdit({ columnId, authorId, addTags, removeTags, access, price }: Values): Edit {
  return {
    ...(columnId && { columnId }),
    ...(authorId && { authorId }),
    ...(addTags?.length && { addTags }),
    ...(removeTags?.length && { removeTags }),
    ...(access && { access: access === 'column' ? null : access }),
    ...(typeof price === 'number' && { price }),
  };
}
