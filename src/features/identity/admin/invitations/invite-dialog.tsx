import { Select } from 'antd';
import { useState } from 'react';
import { useRead } from '#admin/parts/data.ts';
import { Item, TextItem } from '#admin/parts/form/items.tsx';
import { NumberInput } from '#admin/parts/form/number-input.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { ShownOnce } from '#admin/parts/shown-once.tsx';
import { invitationInput } from '../../staff/schema.ts';
import { invitationLink } from '../accept/invitation-token.ts';

type CreatedInvitation = { name: string; link: string };

/** Creates an invitation and shows its link once; the link cannot be shown again. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<CreatedInvitation>();
  return created ? (
    <InvitationLink {...created} onClose={onClose} />
  ) : (
    <InviteForm onCreated={setCreated} onClose={onClose} />
  );
}

function InviteForm({
  onCreated,
  onClose,
}: {
  onCreated: (created: CreatedInvitation) => void;
  onClose: () => void;
}) {
  const roles = useRead('GET /admin/role/list').data?.roles ?? [];
  const save = useSave('POST /admin/invitation/create', {
    schema: invitationInput,
    initial: { name: '', mobile: '', roles: [] as string[], days: 7 },
    toBody: ({ mobile, ...values }) => ({ ...values, ...(mobile.trim() && { mobile: mobile.trim() }) }),
    onSaved: ({ token }, { name }) => onCreated({ name, link: invitationLink(location.origin, token) }),
  });
  return (
    <FormDialog save={save} title="邀请成员" okText="生成链接" width={480} onClose={onClose}>
      <TextItem name="name" label="姓名" />
      <TextItem
        name="mobile"
        label="手机号（选填）"
        note="填了，只有这个手机号的账号能接受；不填，谁拿到链接谁就能接受。"
      />
      <Item name="roles" label="角色">
        <Select
          mode="multiple"
          placeholder="至少选一个"
          options={roles.map(({ code, name }) => ({ value: code, label: name }))}
        />
      </Item>
      <Item name="days" label="有效天数" note="1 到 30 天，过期后链接作废。">
        <NumberInput precision={0} />
      </Item>
    </FormDialog>
  );
}

const InvitationLink = ({ name, link, onClose }: CreatedInvitation & { onClose: () => void }) => (
  <ShownOnce title={`给${name}的邀请链接`} noun="链接" text={link} onClose={onClose}>
    请当面或用可信的方式交给对方；每个链接只能用一次。
  </ShownOnce>
);
