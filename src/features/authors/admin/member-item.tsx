import { Button, Select } from 'antd';
import { useState } from 'react';
import { useRead } from '#admin/parts/data.ts';
import { Item } from '#admin/parts/form/items.tsx';
import { Quiet } from '#admin/parts/layout/page.tsx';
import { usePermit } from '#client/permissions.tsx';
import type { AuthorRecord } from '../manage/schema.ts';
import s from './authors.module.css';

type Props = { linked: AuthorRecord['member'] };
type Control = {
  id?: string;
  'aria-describedby'?: string;
  value?: string | null;
  onChange?: (id: string | null) => void;
};

/** The member behind an author. Linking requires the permission to see members; unlinking does not. */
export const MemberItem = ({ linked }: Props) =>
  usePermit('members.view') ? (
    <Item
      name="memberId"
      label="会员账号（选填）"
      note="本人登录后看得到自己名下还没发布的内容；一位会员只能是一位作者。"
    >
      <MemberSelect linked={linked} />
    </Item>
  ) : (
    <Item name="memberId" label="会员账号">
      <LinkedMember linked={linked} />
    </Item>
  );

function MemberSelect({ linked, value, onChange, ...control }: Props & Control) {
  const [typed, setTyped] = useState('');
  const keyword = typed.trim();
  const read = useRead('GET /admin/member/list', { keyword }, { isEnabled: keyword !== '' });
  const options = (read.data?.records ?? []).map(({ id, name, mobile }) => ({
    value: id,
    label: name,
    mobile,
  }));
  const isListed = options.some((option) => option.value === linked?.id);
  return (
    <Select
      {...control}
      allowClear
      placeholder="输入昵称开头、手机号或编号"
      showSearch={{ filterOption: false, onSearch: setTyped }}
      notFoundContent={keyword === '' ? '输入后查找' : read.isFetching ? '正在查找 …' : '没有找到'}
      options={
        linked && !isListed
          ? [{ value: linked.id, label: linked.name, mobile: linked.id }, ...options]
          : options
      }
      optionRender={({ data }) => (
        <>
          {data.label} <span className={s.quiet}>{data.mobile}</span>
        </>
      )}
      value={value ?? null}
      onChange={(id: string | null) => onChange?.(id ?? null)}
    />
  );
}

function LinkedMember({ linked, value, onChange }: Props & Control) {
  if (!value || !linked) return <Quiet>没有关联；关联要有“查看会员”权限</Quiet>;
  return (
    <Quiet>
      {linked.name}（{linked.id}）
      <Button type="link" size="small" onClick={() => onChange?.(null)}>
        解除关联
      </Button>
    </Quiet>
  );
}
