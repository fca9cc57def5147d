import { Button, Table } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { usePermit } from '#client/permissions.tsx';
import type { MemberRecord } from '#features/identity/members/schema.ts';
import { Failed, Void } from '#ui/states/void.tsx';
import { call, client } from '../../../api.ts';
import { PageHead } from '../../../parts/page-head.tsx';
import { saveDownload } from '../../../parts/save-download.ts';
import { useLoad } from '../../../parts/use-load.ts';
import { BulkTags } from './bulk-tags.tsx';
import {
  isNarrowed,
  type MemberChoice,
  pageSizes,
  readChoice,
  toFilter,
  writeChoice,
} from './member-choice.ts';
import { columnsOf } from './member-columns.tsx';
import { MemberDrawer } from './member-drawer.tsx';
import { MemberFilters } from './member-filters.tsx';

/** Everybody who has an account, newest first. */
export function Screen() {
  const [query, setQuery] = useSearchParams();
  const choice = readChoice(query);
  const { current, size } = choice;
  const mayManage = usePermit('members.manage');
  const [chosen, setChosen] = useState<string[]>([]);
  const [opened, setOpened] = useState<string>();
  const { data, fault, isLoading, reload } = useLoad(JSON.stringify(choice), (signal) =>
    call('GET /admin/member/list', {
      query: { ...toFilter(choice), current: String(current), size: String(size) },
      silent: true,
      signal,
    }),
  );
  const tags = useLoad('tags', (signal) => call('GET /admin/member/tags', { silent: true, signal }));
  const change = (to: Partial<MemberChoice>) => {
    setChosen([]);
    setQuery(writeChoice(choice, to));
  };
  const settle = () => {
    setChosen([]);
    reload();
    tags.reload();
  };
  return (
    <>
      <PageHead title="会员">{mayManage && <Export choice={choice} />}</PageHead>
      <MemberFilters choice={choice} tags={tags.data ?? []} onChange={change} />
      {mayManage && <BulkTags ids={chosen} tags={tags.data ?? []} onDone={settle} />}
      {fault ? (
        <Failed message={fault.message} onRetry={reload} />
      ) : (
        <Table<MemberRecord>
          rowKey="id"
          size="middle"
          loading={isLoading}
          dataSource={data?.records ?? []}
          columns={columnsOf(setOpened)}
          {...(mayManage && {
            rowSelection: {
              selectedRowKeys: chosen,
              onChange: (keys: React.Key[]) => setChosen(keys.map(String)),
              getCheckboxProps: ({ name }: MemberRecord) => ({ 'aria-label': `选择${name}` }) as object,
            },
          })}
          locale={{
            emptyText: isLoading ? (
              <Void title="正在取会员 …" />
            ) : isNarrowed(choice) ? (
              <Void
                art="search"
                title="没有符合条件的会员"
                actions={<Button onClick={() => setQuery({})}>看全部会员</Button>}
              >
                <p>昵称按开头查找，手机号要写完整。</p>
              </Void>
            ) : (
              <Void title="还没有会员" />
            ),
          }}
          pagination={{
            current,
            pageSize: size,
            total: data?.total ?? 0,
            pageSizeOptions: pageSizes,
            showSizeChanger: { 'aria-label': '每页条数' },
            hideOnSinglePage: (data?.total ?? 0) <= 20,
            showTotal: (total) => `${data?.totalCapped ? '多于 ' : '共 '}${total} 位`,
            onChange: (page, pageSize) => change({ current: pageSize === size ? page : 1, size: pageSize }),
          }}
        />
      )}
      <MemberDrawer
        id={opened}
        tags={tags.data ?? []}
        onClose={() => setOpened(undefined)}
        onChanged={settle}
      />
    </>
  );
}

/** The list as it is narrowed now, as a file; that it was taken is written down. */
function Export({ choice }: { choice: MemberChoice }) {
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    setIsBusy(true);
    try {
      saveDownload(
        await client.download('GET /admin/member/export', { query: toFilter(choice) }),
        '会员.csv',
      );
    } catch {
      // The person has been told in an alert.
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button loading={isBusy} onClick={() => void save()}>
      导出 CSV
    </Button>
  );
}
