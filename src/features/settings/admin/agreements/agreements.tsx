import { Button, Segmented } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '#admin/api.ts';
import { Chip } from '#admin/parts/chip.tsx';
import { useRead } from '#admin/parts/data.ts';
import { Quiet, Section } from '#admin/parts/layout/page.tsx';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable, OpenButton } from '#admin/parts/list/data-table.tsx';
import { wholeList } from '#admin/parts/list/use-pages.ts';
import type { RowChange } from '#admin/parts/list/use-row-changes.tsx';
import { showTime } from '#admin/parts/show-time.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import type { AgreementVersion } from '../../agreements/schema.ts';
import { draftPath, type Kind, kindNames } from './kind-names.ts';
import { VersionDrawer } from './version-drawer.tsx';

const kinds = Object.entries(kindNames).map(([value, label]) => ({ value: value as Kind, label }));
const states = {
  coming: { tone: 'info', name: '未生效' },
  inForce: { tone: 'good', name: '生效中' },
  past: { tone: undefined, name: '已被取代' },
} as const;

/** The agreements that members accept, version by version. */
export function Agreements() {
  const [kind, setKind] = useState<Kind>('agreement');
  const navigate = useNavigate();
  const [openVersion, setOpenVersion] = useState<AgreementVersion>();
  const read = useRead('GET /admin/agreement/list', { kind });
  const versionInForce = read.data?.find(({ state }) => state === 'inForce');
  const tools = (
    <>
      <Segmented aria-label="哪一份文本" options={kinds} value={kind} onChange={setKind} />
      <Button type="primary" onClick={() => void navigate(draftPath(kind))}>
        写新版本
      </Button>
    </>
  );
  return (
    <Section title="协议文本" tools={tools}>
      <Quiet>
        草稿自动保存，读者看不到。新版本生效后，同意过旧版本的会员在下次登录时要重新同意。生效过的版本永久保留，不能再改。
      </Quiet>
      <DataTable
        label={`${kindNames[kind]}的版本`}
        unit="版"
        list={wholeList(read)}
        columns={columnsOf(setOpenVersion)}
        nameOf={({ title, version }) => `${title} ${version}`}
        onOpen={setOpenVersion}
        changes={changes}
        isSelectable={false}
        empty={
          <EmptyState title={`还没有${kindNames[kind]}`} level={3}>
            <p>没有它，注册时就不请人同意。正式运营前请写好。</p>
          </EmptyState>
        }
      />
      {openVersion && (
        <VersionDrawer
          version={openVersion}
          versionInForce={versionInForce}
          onClose={() => setOpenVersion(undefined)}
        />
      )}
    </Section>
  );
}

const changes: RowChange<AgreementVersion>[] = [
  {
    verb: '删除',
    isDanger: true,
    fits: ({ state }) => state === 'coming',
    warning: '这一版还没有生效，现行的版本不受影响。',
    act: ([id = '']) => call('POST /admin/agreement/delete', { body: { id }, silent: true }),
  },
];

const describeEffect = ({ version, state, effectiveAt }: AgreementVersion) =>
  `${version} · ${state === 'coming' ? '将于' : '自'} ${showTime(effectiveAt)} 起生效`;

const columnsOf = (open: (version: AgreementVersion) => void): DataColumn<AgreementVersion>[] => [
  {
    key: 'title',
    title: '版本',
    render: (version) => (
      <OpenButton onClick={() => open(version)} below={describeEffect(version)}>
        {version.title}
      </OpenButton>
    ),
    text: ({ title, version }) => `${title} ${version}`,
  },
  {
    key: 'state',
    title: '状态',
    width: 100,
    render: ({ state }) => <Chip tone={states[state].tone}>{states[state].name}</Chip>,
    text: ({ state }) => states[state].name,
  },
  {
    key: 'effectiveAt',
    title: '生效',
    width: 120,
    isHidden: true,
    render: ({ effectiveAt }) => <time dateTime={effectiveAt}>{showTime(effectiveAt)}</time>,
  },
  { key: 'createdBy', title: '作者', width: 100, from: 'md' },
];
