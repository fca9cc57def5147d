import { Button, Select } from 'antd';
import { useState } from 'react';
import { usePermit } from '#client/permissions.tsx';
import { call } from '../../../api.ts';
import { Field } from '../../../parts/field.tsx';
import { useLoad } from '../../../parts/use-load.ts';
import s from '../people.module.css';

type Member = { id: string; name: string };

/** Which member writes under an author's name; chosen by who may look members up, taken off by anybody. */
export function MemberChoiceField(props: {
  member: Member | null;
  onChange: (member: Member | null) => void;
}) {
  const { member, onChange } = props;
  const mayFind = usePermit('members.view');
  const [typed, setTyped] = useState('');
  const found = useLoad(mayFind ? typed.trim() : '', async (signal) =>
    mayFind && typed.trim()
      ? (await call('GET /admin/member/list', { query: { keyword: typed.trim() }, silent: true, signal }))
          .records
      : [],
  );
  if (!mayFind)
    return (
      <div>
        <p>会员账号</p>
        <p className={s.quiet}>
          {member ? `${member.name}（${member.id}）` : '没有关联；关联要有“查看会员”权限'}
          {member && (
            <Button type="link" size="small" onClick={() => onChange(null)}>
              解除关联
            </Button>
          )}
        </p>
      </div>
    );
  const options = (found.data ?? []).map(({ id, name, mobile }) => ({ value: id, label: name, mobile }));
  return (
    <Field label="会员账号（选填）" note="本人登录后看得到自己名下还没发布的内容；一位会员只能是一位作者。">
      {(id, noteId) => (
        <Select
          id={id}
          aria-describedby={noteId}
          style={{ width: '100%' }}
          allowClear
          placeholder="输入昵称开头、手机号或编号"
          showSearch={{ filterOption: false, onSearch: setTyped }}
          notFoundContent={typed.trim() === '' ? '输入后查找' : found.isLoading ? '正在查找 …' : '没有找到'}
          options={
            member && !options.some(({ value }) => value === member.id)
              ? [{ value: member.id, label: member.name, mobile: member.id }, ...options]
              : options
          }
          optionRender={({ data }) => (
            <>
              {data.label} <span className={s.quiet}>{data.mobile}</span>
            </>
          )}
          value={member?.id ?? null}
          onChange={(chosen: string | null) => {
            const option = options.find(({ value }) => value === chosen);
            if (!chosen) onChange(null);
            else if (option) onChange({ id: option.value, name: option.label });
          }}
        />
      )}
    </Field>
  );
}
