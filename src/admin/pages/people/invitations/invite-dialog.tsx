import { Alert, Button, Input, InputNumber, Modal, Select } from 'antd';
import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import { call } from '../../../api.ts';
import { Field } from '../../../parts/field.tsx';
import { invitationLink } from '../accept/invitation-token.ts';
import s from '../people.module.css';
import { useRoles } from '../use-roles.ts';

/** Makes an invitation and shows its link, this once. */
export function InviteDialog({ onMade, onClose }: { onMade: () => void; onClose: () => void }) {
  const { data } = useRoles();
  const [name, setName] = useState('');
  const [mobile, setMobile] = useState('');
  const [roles, setRoles] = useState<string[]>([]);
  const [days, setDays] = useState<number | null>(7);
  const [isBusy, setIsBusy] = useState(false);
  const [link, setLink] = useState<string>();
  const make = async () => {
    setIsBusy(true);
    try {
      const { token } = await call('POST /admin/invitation/create', {
        body: { name: name.trim(), ...(mobile.trim() && { mobile: mobile.trim() }), roles, days: days ?? 0 },
      });
      setLink(invitationLink(location.origin, token));
      onMade();
    } catch {
      // The person has been told in an alert; what they wrote stays.
    } finally {
      setIsBusy(false);
    }
  };
  if (link !== undefined) return <LinkShown name={name} link={link} onClose={onClose} />;
  return (
    <Modal
      open
      title="邀请成员"
      okText="生成链接"
      okButtonProps={{ disabled: name.trim() === '' || roles.length === 0 || days === null }}
      confirmLoading={isBusy}
      onOk={() => void make()}
      onCancel={onClose}
      width={480}
    >
      <div className={s.form}>
        <Field label="姓名">
          {(id) => (
            <Input id={id} value={name} maxLength={30} onChange={({ target }) => setName(target.value)} />
          )}
        </Field>
        <Field label="手机号（选填）" note="填了，只有这个手机号的账号能接受；不填，谁拿到链接谁就能接受。">
          {(id, noteId) => (
            <Input
              id={id}
              aria-describedby={noteId}
              inputMode="tel"
              value={mobile}
              maxLength={20}
              onChange={({ target }) => setMobile(target.value)}
            />
          )}
        </Field>
        <Field label="角色">
          {(id) => (
            <Select
              id={id}
              mode="multiple"
              style={{ width: '100%' }}
              placeholder="至少选一个"
              options={(data?.roles ?? []).map((role) => ({ value: role.code, label: role.name }))}
              value={roles}
              onChange={setRoles}
            />
          )}
        </Field>
        <Field label="有效天数" note="1 到 30 天，过期后链接作废。">
          {(id, noteId) => (
            <InputNumber
              id={id}
              aria-describedby={noteId}
              min={1}
              max={30}
              precision={0}
              value={days}
              onChange={setDays}
            />
          )}
        </Field>
      </div>
    </Modal>
  );
}

function LinkShown({ name, link, onClose }: { name: string; link: string; onClose: () => void }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      toasts.success('链接已复制');
    } catch {
      toasts.warning('浏览器不让复制，请选中链接手动复制');
    }
  };
  return (
    <Modal
      open
      title={`给${name}的邀请链接`}
      onCancel={onClose}
      mask={{ closable: false }}
      width={480}
      footer={
        <>
          <Button onClick={onClose}>完成</Button>
          <Button type="primary" onClick={() => void copy()}>
            复制链接
          </Button>
        </>
      }
    >
      <div className={s.form}>
        <Alert type="warning" title="链接只在这里显示一次，关掉以后看不到了。" />
        <p className={s.link}>{link}</p>
        <p className={s.quiet}>请当面或用可信的方式交给对方；每个链接只能用一次。</p>
      </div>
    </Modal>
  );
}
