import { Button, Select } from 'antd';
import { useState } from 'react';
import { useSend } from '#admin/parts/data.ts';
import { Quiet, Row, Section } from '#admin/parts/layout/page.tsx';
import { useColumns } from '#admin/parts/use-columns.ts';
import { useUser } from '#client/stores.ts';
import type { StaffMember } from '../../staff/schema.ts';
import s from '../people.module.css';

/** The columns that a member of staff is limited to; none means no limit. */
export function MemberColumns({ member: { id, roles, columnIds } }: { member: StaffMember }) {
  const ownId = useUser(({ userInfo }) => userInfo?.id);
  const [chosen, setChosen] = useState(columnIds ?? []);
  const nameOf = useColumnNames();
  const options = useColumns().map((column) => ({ value: column.id, label: column.columnName }));
  const { send, isSending } = useSend('POST /admin/staff/setColumns', {
    done: chosen.length > 0 ? '负责栏目已限定，立即生效' : '已不限栏目，立即生效',
  });
  if (roles.some(({ code }) => code === 'admin'))
    return (
      <Section title="负责栏目">
        <Quiet>管理员负责全部栏目，不能限定。</Quiet>
      </Section>
    );
  const isChanged = chosen.join() !== (columnIds ?? []).join();
  return (
    <Section title="负责栏目">
      <Quiet>
        {columnIds ? '能看全部稿件，只能改这些栏目和它们下级栏目里的。' : '没有限定，全部栏目的稿件都能改。'}
      </Quiet>
      {id === ownId ? (
        <p>{columnIds ? columnIds.map(nameOf).join('、') : '全部栏目'}</p>
      ) : (
        <>
          <Select
            className={s.ownColumns ?? ''}
            mode="multiple"
            aria-label="负责栏目"
            placeholder="全部栏目"
            disabled={isSending}
            options={options}
            optionFilterProp="label"
            labelRender={({ value }) => nameOf(String(value))}
            value={chosen}
            onChange={setChosen}
          />
          {isChanged && (
            <Row>
              <Button type="primary" loading={isSending} onClick={() => void send({ id, columnIds: chosen })}>
                保存负责栏目
              </Button>
              <Button onClick={() => setChosen(columnIds ?? [])}>取消</Button>
            </Row>
          )}
        </>
      )}
    </Section>
  );
}

/** Names of columns by id; a deleted one keeps its number, so that it can be removed from a limit. */
export function useColumnNames(): (id: string) => string {
  const columns = useColumns();
  return (id) =>
    columns.find((column) => column.id === id)?.columnName ??
    (columns.length > 0 ? `已删除的栏目 ${id}` : '…');
}
