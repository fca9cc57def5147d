import { Button } from 'antd';
import { useState } from 'react';
import { call, portal } from '#admin/api.ts';
import { Chip } from '#admin/parts/chip.tsx';
import { useRead } from '#admin/parts/data.ts';
import { Row } from '#admin/parts/layout/page.tsx';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable } from '#admin/parts/list/data-table.tsx';
import { wholeList } from '#admin/parts/list/use-pages.ts';
import type { RowChange } from '#admin/parts/list/use-row-changes.tsx';
import { showTime } from '#admin/parts/show-time.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import type { ApiKey, ApiKeyList } from '../../keys/schema.ts';
import s from '../people.module.css';
import { ApiKeyDialog } from './api-key-dialog.tsx';

/** The keys with which other programs make staff calls. */
export function ApiKeys() {
  const [isCreating, setIsCreating] = useState(false);
  const read = useRead('GET /admin/apiKey/list');
  const permissions = read.data?.permissions ?? [];
  return (
    <>
      <Row>
        <Button type="primary" disabled={!read.data} onClick={() => setIsCreating(true)}>
          新建密钥
        </Button>
      </Row>
      <DataTable
        label="接口密钥"
        unit="把"
        list={wholeList({ ...read, data: read.data?.keys })}
        columns={columnsOf(permissions)}
        nameOf={({ name }) => `密钥“${name}”`}
        changes={changes}
        isSelectable={false}
        empty={
          <EmptyState title="还没有接口密钥">
            <p>给脚本、自动化工具一把密钥，它们就能调用后台的接口，权限由你选。</p>
          </EmptyState>
        }
      />
      <p className={s.note}>
        调用时带请求头 Authorization: Bearer 密钥；全部接口见{' '}
        <a className="link" href={`${portal.apiBase}/docs`} target="_blank" rel="noreferrer">
          接口文档
        </a>
        。主人失去的权限，密钥同时失去。
      </p>
      {isCreating && <ApiKeyDialog permissions={permissions} onClose={() => setIsCreating(false)} />}
    </>
  );
}

const changes: RowChange<ApiKey>[] = [
  {
    verb: '吊销',
    isDanger: true,
    fits: () => true,
    warning: '用它的程序立即不能再调用，不能恢复。',
    act: ([id = '']) => call('POST /admin/apiKey/revoke', { body: { id }, silent: true }),
  },
];

const columnsOf = (permissions: ApiKeyList['permissions']): DataColumn<ApiKey>[] => {
  const namesOf = ({ scopes }: ApiKey) =>
    permissions.filter(({ code }) => scopes.includes(code)).map(({ name }) => name);
  return [
    {
      key: 'name',
      title: '密钥',
      render: (key) => (
        <>
          <Row>
            {key.name}
            <StateChip apiKey={key} />
          </Row>
          <span className={s.small}>
            {key.hint}… · {key.owner.name}
          </span>
        </>
      ),
      text: ({ name }) => name,
    },
    {
      key: 'scopes',
      title: '权限',
      from: 'md',
      render: (key) => namesOf(key).join('、'),
      text: (key) => namesOf(key).join('、'),
    },
    {
      key: 'lastUsedAt',
      title: '最近使用',
      width: 150,
      render: ({ lastUsedAt, expiresAt }) => (
        <>
          {lastUsedAt ? <time dateTime={lastUsedAt}>{showTime(lastUsedAt)}</time> : '没有用过'}
          <span className={s.small}>{expiresAt ? `有效至 ${showTime(expiresAt)}` : '不过期'}</span>
        </>
      ),
      text: ({ lastUsedAt }) => lastUsedAt,
    },
  ];
};

/** Says why a key works less than it was made for. */
function StateChip({ apiKey: { isExpired, scopes, effectiveScopes } }: { apiKey: ApiKey }) {
  if (isExpired) return <Chip tone="warn">已过期</Chip>;
  if (effectiveScopes.length === 0) return <Chip tone="bad">主人已没有权限</Chip>;
  return effectiveScopes.length < scopes.length ? <Chip tone="warn">部分权限已失效</Chip> : null;
}
