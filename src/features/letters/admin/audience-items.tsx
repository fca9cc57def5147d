import { Form, Input, Select } from 'antd';
import { Item } from '#admin/parts/form/items.tsx';
import { useColumns } from '#admin/parts/use-columns.ts';
import type { Audience } from '../schema.ts';
import { audienceOptions } from './letter-names.ts';

/** The recipients of a letter or of a digest, among the members who subscribed. */
export function AudienceItems() {
  const form = Form.useFormInstance();
  const audience: Audience | undefined = Form.useWatch('audience', form);
  return (
    <>
      <Item name="audience" label="发给">
        <Select options={audienceOptions} onChange={() => form.setFieldValue('audienceKey', undefined)} />
      </Item>
      {audience === 'column' && <ColumnItem />}
      {audience === 'tag' && (
        <Item name="audienceKey" label="会员标签">
          <Input />
        </Item>
      )}
    </>
  );
}

function ColumnItem() {
  const options = useColumns().map(({ id, columnName }) => ({ value: id, label: columnName }));
  return (
    <Item name="audienceKey" label="订阅的栏目">
      <Select options={options} showSearch={{ optionFilterProp: 'label' }} />
    </Item>
  );
}
