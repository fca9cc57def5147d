import { Form, Input, Radio } from 'antd';
import { CheckItem, Item, TextItem } from '#admin/parts/form/items.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { type RedirectRecord, saveInput } from '../schema.ts';

const statuses = [
  { value: '301', label: '永久转走（301）' },
  { value: '302', label: '临时转走（302）' },
  { value: '410', label: '内容已删除（410）' },
];

type Values = { source: string; status: '301' | '302' | '410'; target: string; isExternal: boolean };

type Props = { redirect?: RedirectRecord; source?: string; onClose: () => void };

/** Adds a redirect, of `source` if given, or changes `redirect`. */
export function RedirectDialog({ redirect, source = '', onClose }: Props) {
  const target = redirect?.target ?? '';
  const initial: Values = {
    source: redirect?.source ?? source,
    status: `${redirect?.status ?? 301}`,
    target,
    isExternal: target.startsWith('https:'),
  };
  const save = useSave('POST /admin/redirect/save', {
    schema: saveInput,
    initial,
    toBody: (values) => (redirect ? { id: redirect.id, ...values } : values),
    done: '已保存，旧地址立即生效',
    onSaved: onClose,
  });
  const isDeleted = (Form.useWatch('status', save.form) ?? initial.status) === '410';
  return (
    <FormDialog save={save} title={redirect ? '修改旧地址' : '添加旧地址'} onClose={onClose}>
      <Item
        name="source"
        label="来源"
        note="旧网站的路径，如 /2010/08/06/hello 或 /?p=568；以 * 结尾代表它下面的所有地址，如 /blog/*"
      >
        <Input autoFocus />
      </Item>
      <Item name="status" label="状态">
        <Radio.Group options={statuses} />
      </Item>
      {!isDeleted && (
        <>
          <TextItem
            name="target"
            label="目标"
            note="这个网站的地址，如 /rined；里面的 * 换成来源 * 的部分，如 /search?keyword=*"
          />
          <CheckItem name="isExternal" note="目标是别的网站的 https 地址时需要勾选">
            转到其他网站
          </CheckItem>
        </>
      )}
    </FormDialog>
  );
}
