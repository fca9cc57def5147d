import { Button } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { client } from '#admin/api.ts';
import { useAction, useRead } from '#admin/parts/data.ts';
import { ImportDialog } from '#admin/parts/form/import-dialog.tsx';
import { DayItem, TextItem } from '#admin/parts/form/items.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { Page, Row } from '#admin/parts/layout/page.tsx';
import { DataTable } from '#admin/parts/list/data-table.tsx';
import { FilterBar, FilterPeriod, FilterSearch, FilterSelect } from '#admin/parts/list/filter-bar.tsx';
import { SavedViews } from '#admin/parts/list/saved-views.tsx';
import { useFilters } from '#admin/parts/list/use-filters.ts';
import { useOpenId } from '#admin/parts/list/use-open-id.ts';
import { usePages } from '#admin/parts/list/use-pages.ts';
import { saveDownload } from '#admin/parts/save-download.ts';
import { usePermit } from '#client/permissions.tsx';
import { createInput, memberQuery } from '../../members/schema.ts';
import { memberColumns } from './member-columns.tsx';
import { MemberDrawer } from './member-drawer.tsx';
import { tagChanges } from './tag-changes.tsx';

const views = [
  { name: '全部', filters: {} },
  { name: 'VIP', filters: { vip: 'yes' } },
  { name: '编辑部', filters: { role: 'staff' } },
  { name: '已停用', filters: { state: 'blocked' } },
  { name: '等待注销', filters: { state: 'leaving' } },
];
const states = [
  { value: 'active', label: '正常' },
  { value: 'blocked', label: '已停用' },
  { value: 'leaving', label: '等待注销' },
];

export function Screen() {
  const mayManage = usePermit('members.manage');
  const [openedId, setOpenedId] = useOpenId();
  const mayImport = usePermit('transfers.manage');
  const [isCreating, setIsCreating] = useState(false);
  const [isImporting, setIsImporting] = useState(false);
  const navigate = useNavigate();
  const filters = useFilters(memberQuery);
  const list = usePages('GET /admin/member/list', filters.values);
  const tags = useRead('GET /admin/member/tags').data ?? [];
  return (
    <Page
      title="会员"
      tools={
        mayManage && (
          <Row>
            {mayImport && <Button onClick={() => setIsImporting(true)}>导入会员</Button>}
            <Button type="primary" onClick={() => setIsCreating(true)}>
              新建会员
            </Button>
          </Row>
        )
      }
    >
      <SavedViews list="members" builtIn={views} filters={filters} />
      <MemberFilters filters={filters} tags={tags} />
      <DataTable
        label="会员"
        unit="位"
        list={list}
        columns={memberColumns(setOpenedId)}
        nameOf={({ name }) => name}
        onOpen={({ id }) => setOpenedId(id)}
        changes={mayManage ? tagChanges(tags) : []}
        filters={filters}
        exporter={mayManage && <Export query={filters.values} />}
      />
      {isImporting && (
        <ImportDialog
          call="POST /admin/transfer/importMembers"
          title="导入会员"
          file={{
            label: '会员文件',
            accept: '.csv,.tsv,.txt,text/csv',
            maxMb: 512,
            note: 'CSV，任何编码，也可以是 Ghost 导出的会员',
          }}
          about="第一行是表头：手机号或邮箱必填其一，另可有昵称、VIP 到期、标签、注册时间。已有的会员保留昵称，VIP 只会延长。只有邮箱的会员用发到邮箱的验证码登录。整次导入可以撤销。"
          initial={{ vipUntil: null }}
          onQueued={() => void navigate('/transfers')}
          onClose={() => setIsImporting(false)}
        >
          <DayItem
            name="vipUntil"
            label="Ghost 付费会员的 VIP 到期"
            note="给 Ghost 里付费或获赠的会员；不填就不开通"
            required={false}
          />
        </ImportDialog>
      )}
      {isCreating && (
        <NewMember
          onClose={() => setIsCreating(false)}
          onCreated={(id) => {
            setIsCreating(false);
            setOpenedId(id);
          }}
        />
      )}
      {openedId && (
        <MemberDrawer key={openedId} id={openedId} tags={tags} onClose={() => setOpenedId(undefined)} />
      )}
    </Page>
  );
}

type MemberFilters = ReturnType<typeof useFilters<typeof memberQuery>>;

function MemberFilters(props: { filters: MemberFilters; tags: readonly { tag: string; members: number }[] }) {
  const { filters } = props;
  const tags = props.tags.map(({ tag, members }) => ({
    value: tag,
    label: `${tag}（${members >= 1000 ? '1000+' : members}）`,
  }));
  return (
    <FilterBar>
      <FilterSearch
        filters={filters}
        name="keyword"
        label="查找会员"
        placeholder="昵称开头、完整手机号、邮箱或编号"
        maxLength={254}
      />
      <FilterSelect
        filters={filters}
        name="role"
        label="身份"
        options={[{ value: 'staff', label: '编辑部' }]}
      />
      <FilterSelect filters={filters} name="vip" label="等级" options={[{ value: 'yes', label: 'VIP' }]} />
      <FilterSelect filters={filters} name="state" label="状态" options={states} />
      <FilterSelect filters={filters} name="tag" label="标签" options={tags} />
      <FilterPeriod filters={filters} label="注册" />
    </FilterBar>
  );
}

/** Downloads the filtered list with full phone numbers as a file; the server logs the export. */
function Export({ query }: { query: MemberFilters['values'] }) {
  const { run, isRunning } = useAction(
    () => client.download('GET /admin/member/export', { query }),
    (file) => saveDownload(file, '会员.csv'),
  );
  return (
    <Button size="small" type="text" loading={isRunning} onClick={() => void run()}>
      导出 CSV
    </Button>
  );
}

type Props = { onClose: () => void; onCreated: (id: string) => void };

/** Adds a member by mobile number, who is then opened to give VIP or tags. */
function NewMember({ onClose, onCreated }: Props) {
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
