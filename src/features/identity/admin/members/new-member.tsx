import { TextItem } from '#admin/parts/form/items.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { createInput } from '../../members/schema.ts';

type Props = { onClose: () => void; onCreated: (id: string) => void };

/** Adds a member by mobile number, who is then opened to give VIP or tags. */
export function NewMember({ onClose, onCreated }: Props) {
  const save = useSave('POST /admin/member/create', {
    schema: createInput,
    initial: { mobile: '', name: '' },
    done: '会员已建立',
    onSaved: ({ id }) => onCreated(id),
  });
  return (
    <FormDialog save={save} title="新建会员" okText="建立" width={480} onClose={onClose}>
      <p>会员用这个手机号的短信验证码登录，登录时同意用户协议。</p>
      <TextItem name="mobile" label="手机号" required />
      <TextItem name="name" label="昵称" note="最多 20 个字；留空自动起一个" required={false} />
    </FormDialog>
  );
}
