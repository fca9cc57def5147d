import { Select } from 'antd';
import { useState } from 'react';
import { Item, TextItem } from '#admin/parts/form/items.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { ShownOnce } from '#admin/parts/shown-once.tsx';
import { apiKeyInput } from '../../keys/schema.ts';
import { type Permission, PermissionBoxes } from './permission-boxes.tsx';

type Props = { permissions: readonly Permission[]; onClose: () => void };
type CreatedKey = { name: string; key: string };

/** Creates an API key and shows it once. */
export function ApiKeyDialog({ permissions, onClose }: Props) {
  const [created, setCreated] = useState<CreatedKey>();
  return created ? (
    <ShownOnce title={`密钥“${created.name}”`} noun="密钥" text={created.key} onClose={onClose}>
      像密码一样保管，不要写进公开的代码。泄漏了就吊销，再新建一把。
    </ShownOnce>
  ) : (
    <ApiKeyForm permissions={permissions} onCreated={setCreated} onClose={onClose} />
  );
}

const lifetimes = [
  { value: 30, label: '30 天' },
  { value: 90, label: '90 天' },
  { value: 365, label: '1 年' },
  { value: 0, label: '不过期' },
];

function ApiKeyForm({ permissions, onCreated, onClose }: Props & { onCreated: (key: CreatedKey) => void }) {
  const save = useSave('POST /admin/apiKey/create', {
    schema: apiKeyInput,
    initial: { name: '', scopes: [] as string[], days: 90 },
    toBody: ({ days, ...values }) => ({ ...values, days: days || null }),
    onSaved: ({ key }, { name }) => onCreated({ name, key }),
  });
  return (
    <FormDialog save={save} title="新建接口密钥" okText="生成密钥" width={720} onClose={onClose}>
      <TextItem name="name" label="名称" note="写用它的程序，操作日志里会写这个名称。" />
      <Item name="days" label="有效期">
        <Select options={lifetimes} />
      </Item>
      <Item name="scopes" label="权限" note="只选程序用得到的。“员工与角色”不能给密钥。">
        <PermissionBoxes permissions={permissions} />
      </Item>
    </FormDialog>
  );
}
