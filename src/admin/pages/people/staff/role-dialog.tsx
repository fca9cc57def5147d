import { Checkbox, Input, Modal } from 'antd';
import { useState } from 'react';
import { usePermit } from '#client/permissions.tsx';
import { toasts } from '#client/toasts.ts';
import type { RoleList, RoleRecord } from '#features/identity/staff/schema.ts';
import { call } from '../../../api.ts';
import { Field } from '../../../parts/field.tsx';
import s from '../people.module.css';

type Permission = RoleList['permissions'][number];

/** A role of the publisher's own: its name and what it allows. What one does not hold oneself cannot be given. */
export function RoleDialog(props: {
  role: RoleRecord | undefined;
  permissions: readonly Permission[];
  onClose: () => void;
  onDone: () => void;
}) {
  const { role, permissions } = props;
  const [name, setName] = useState(role?.name ?? '');
  const [chosen, setChosen] = useState<readonly string[]>(role?.permissions ?? []);
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    setIsBusy(true);
    try {
      const fields = { name: name.trim(), permissions: [...chosen] };
      if (role) await call('POST /admin/role/save', { body: { code: role.code, ...fields } });
      else await call('POST /admin/role/create', { body: fields });
      toasts.success(role ? '角色已修改，立即生效' : '角色已新建');
      props.onDone();
    } catch {
      // The person has been told in an alert; what they chose stays.
      setIsBusy(false);
    }
  };
  const toggle = (code: string, isOn: boolean) =>
    setChosen((held) => (isOn ? [...held, code] : held.filter((one) => one !== code)));
  return (
    <Modal
      open
      title={role ? `修改角色“${role.name}”` : '新建角色'}
      okText="保存"
      okButtonProps={{ disabled: name.trim() === '' || chosen.length === 0 }}
      confirmLoading={isBusy}
      onOk={() => void save()}
      onCancel={props.onClose}
      width={720}
    >
      <div className={s.form}>
        <Field
          label="角色名称"
          note={role && role.members > 0 ? `${role.members} 人是这个角色，修改立即对他们生效。` : undefined}
        >
          {(id, noteId) => (
            <Input
              id={id}
              aria-describedby={noteId}
              value={name}
              maxLength={20}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        {[...Map.groupBy(permissions, ({ group }) => group)].map(([group, entries]) => (
          <fieldset key={group} className={s.group}>
            <legend>{group}</legend>
            <div className={s.codes}>
              {entries.map((entry) => (
                <Code key={entry.code} entry={entry} isOn={chosen.includes(entry.code)} onToggle={toggle} />
              ))}
            </div>
          </fieldset>
        ))}
      </div>
    </Modal>
  );
}

function Code(props: { entry: Permission; isOn: boolean; onToggle: (code: string, isOn: boolean) => void }) {
  const { code, name, about } = props.entry;
  const isHeld = usePermit(code);
  return (
    <Checkbox
      checked={props.isOn}
      disabled={!isHeld}
      onChange={({ target }) => props.onToggle(code, target.checked)}
    >
      {name}
      <span className={s.small}>{about}</span>
    </Checkbox>
  );
}
