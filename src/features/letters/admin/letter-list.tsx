import { Button } from 'antd';
import { Link, useNavigate } from 'react-router';
import { call } from '#admin/api.ts';
import { Chip } from '#admin/parts/chip.tsx';
import { useSend } from '#admin/parts/data.ts';
import { Quiet } from '#admin/parts/layout/page.tsx';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable } from '#admin/parts/list/data-table.tsx';
import listStyles from '#admin/parts/list/document-list.module.css';
import { FilterBar } from '#admin/parts/list/filter-bar.tsx';
import { usePages } from '#admin/parts/list/use-pages.ts';
import type { RowChange } from '#admin/parts/list/use-row-changes.tsx';
import { showNumber } from '#admin/parts/show-number.ts';
import { showTime } from '#admin/parts/show-time.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import type { Letter } from '../schema.ts';
import { stateNames, subjectOf, subscriptionNames } from './letter-names.ts';

/** All letters, newest first. */
export function LetterList() {
  const navigate = useNavigate();
  const list = usePages('GET /admin/letter/list', {});
  const { send, isSending } = useSend('POST /admin/letter/create', {
    onDone: ({ id }) => void navigate(`/letters/${id}`),
  });
  return (
    <>
      <FilterBar>
        <Button type="primary" loading={isSending} onClick={() => void send(undefined)}>
          写邮件报
        </Button>
      </FilterBar>
      <DataTable
        label="邮件报"
        unit="封"
        list={list}
        columns={columns}
        nameOf={subjectOf}
        changes={changes}
        isSelectable={false}
        empty={
          <EmptyState title="还没有邮件报">
            <p>选几篇文章，写几句话，发给订阅了的会员。会员在通知设置里订阅。</p>
          </EmptyState>
        }
      />
    </>
  );
}

const changes: RowChange<Letter>[] = [
  {
    verb: '删除',
    isDanger: true,
    fits: ({ state }) => state === 'draft',
    warning: '草稿会删除，不能恢复。',
    act: ([id = '']) => call('POST /admin/letter/delete', { body: { id }, silent: true }),
  },
];

const timeOf = ({ startedAt, scheduledAt, updatedAt }: Letter) => startedAt ?? scheduledAt ?? updatedAt;
const resultOf = ({ figures, recipients }: Letter) =>
  figures ? `${showNumber(figures.sent)} / ${showNumber(recipients)}` : '';

const columns: DataColumn<Letter>[] = [
  {
    key: 'subject',
    title: '主题',
    render: (letter) => (
      <>
        <Link className={listStyles.title ?? ''} to={`/letters/${letter.id}`}>
          {subjectOf(letter)}
        </Link>
        <span className={listStyles.below}>
          <StateOf letter={letter} /> {resultOf(letter)}
        </span>
      </>
    ),
    text: subjectOf,
  },
  {
    key: 'state',
    title: '状态',
    width: 110,
    from: 'md',
    render: (letter) => <StateOf letter={letter} />,
    text: ({ state }) => stateNames[state].name,
  },
  {
    key: 'subscription',
    title: '种类',
    width: 110,
    from: 'lg',
    render: ({ subscription }) => subscriptionNames[subscription],
    text: ({ subscription }) => subscriptionNames[subscription],
  },
  { key: 'figures', title: '送出 / 收件人', width: 130, from: 'md', render: resultOf, text: resultOf },
  {
    key: 'time',
    title: '时间',
    width: 120,
    from: 'md',
    render: (letter) => <time dateTime={timeOf(letter)}>{showTime(timeOf(letter))}</time>,
    text: timeOf,
  },
];

const StateOf = ({ letter: { state, fault } }: { letter: Letter }) => (
  <>
    <Chip tone={stateNames[state].tone}>{stateNames[state].name}</Chip>
    {fault && <Quiet>{fault}</Quiet>}
  </>
);
