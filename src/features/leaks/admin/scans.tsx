import { Button, Progress, Select } from 'antd';
import { useState } from 'react';
import { call } from '#admin/api.ts';
import { Chip, type ChipTone } from '#admin/parts/chip.tsx';
import { useSend } from '#admin/parts/data.ts';
import { Quiet, Row, Section } from '#admin/parts/layout/page.tsx';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { Below, DataTable } from '#admin/parts/list/data-table.tsx';
import { usePages } from '#admin/parts/list/use-pages.ts';
import type { RowChange } from '#admin/parts/list/use-row-changes.tsx';
import { showNumber } from '#admin/parts/show-number.ts';
import { showTime } from '#admin/parts/show-time.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import type { LeakScan } from '../scans/schema.ts';
import { FindingsDrawer } from './findings-drawer.tsx';

const pollMs = 1500;
const isActive = ({ state }: LeakScan) => state === 'queued' || state === 'running';
const scopeOptions = [
  { value: 20, label: '最新 20 篇' },
  { value: 100, label: '最新 100 篇' },
  { value: 500, label: '最新 500 篇' },
  { value: 0, label: '全部' },
];

/** Scans of everything a visitor can reach: the running scan and earlier results. */
export function Scans() {
  const [opened, setOpened] = useState<LeakScan>();
  const list = usePages(
    'GET /admin/leak/list',
    {},
    {
      isInAddress: false,
      refetchMs: (data) => data?.records.some(isActive) === true && pollMs,
    },
  );
  return (
    <Section title="锁定的内容有没有漏出去">
      <Quiet>
        像游客一样打开每个公开的页面、列表、搜索、订阅源和接口，逐句对照锁定的正文。在后台进行，页面可以关掉。
      </Quiet>
      <StartScan isBusy={list.rows.some(isActive)} />
      <DataTable
        label="检查记录"
        unit="次"
        list={list}
        columns={columnsOf(setOpened)}
        nameOf={({ createdAt }) => `${showTime(createdAt)} 的检查`}
        changes={scanChanges}
        isSelectable={false}
        empty={<EmptyState title="还没有检查过" />}
      />
      {opened && <FindingsDrawer id={opened.id} onClose={() => setOpened(undefined)} />}
    </Section>
  );
}

function StartScan({ isBusy }: { isBusy: boolean }) {
  const [maxPosts, setMaxPosts] = useState(500);
  const { send, isSending } = useSend('POST /admin/leak/scan');
  return (
    <Row>
      <Select
        aria-label="检查多少篇"
        options={scopeOptions}
        value={maxPosts}
        onChange={setMaxPosts}
        popupMatchSelectWidth={false}
      />
      <Button
        type="primary"
        loading={isSending}
        disabled={isBusy}
        onClick={() => void send({ most: maxPosts || null })}
      >
        开始检查
      </Button>
    </Row>
  );
}

const scanChanges: readonly RowChange<LeakScan>[] = [
  {
    verb: '取消',
    fits: isActive,
    act: ([id = '']) => call('POST /admin/leak/cancel', { body: { id }, silent: true }),
  },
];

const columnsOf = (onOpen: (scan: LeakScan) => void): DataColumn<LeakScan>[] => [
  {
    key: 'state',
    title: '结果',
    render: (scan) => <ScanResult scan={scan} onOpen={() => onOpen(scan)} />,
    text: (scan) => describeResult(scan).label,
  },
  { key: 'most', title: '范围', width: 110, render: describeScope, text: describeScope },
  {
    key: 'createdAt',
    title: '开始',
    width: 130,
    render: ({ createdAt, createdBy }) => (
      <>
        <time dateTime={createdAt}>{showTime(createdAt)}</time>
        <Below>{createdBy}</Below>
      </>
    ),
  },
];

function describeScope({ most }: LeakScan): string {
  return most === null ? '全部' : `最新 ${most} 篇`;
}

function ScanResult({ scan, onOpen }: { scan: LeakScan; onOpen: () => void }) {
  const { state, leakCount, faultCount, error } = scan;
  const { label, tone } = describeResult(scan);
  return (
    <>
      <Row>
        <Chip tone={tone}>{label}</Chip>
        {(leakCount > 0 || faultCount > 0) && (
          <Button size="small" danger={leakCount > 0} onClick={onOpen}>
            {leakCount > 0 ? '看漏在哪里' : '看哪些没有回答'}
          </Button>
        )}
      </Row>
      {isActive(scan) && <ScanProgress scan={scan} />}
      {state === 'done' && <Below>{describeSum(scan)}</Below>}
      {error && <Below>{error}</Below>}
    </>
  );
}

const ScanProgress = ({ scan: { state, done, total, addresses } }: { scan: LeakScan }) => (
  <>
    <Progress
      percent={total ? Math.floor((done / total) * 100) : 0}
      status="active"
      size="small"
      aria-label="检查的进度"
      format={() => (state === 'queued' ? '排队中' : `${done} / ${total ?? '…'}`)}
    />
    {state === 'running' && <Below>已经问过 {showNumber(addresses)} 个地址</Below>}
  </>
);

const describeSum = ({ done, sentences, addresses, faultCount }: LeakScan): string =>
  `${showNumber(done)} 篇，${showNumber(sentences)} 句，${showNumber(addresses)} 个地址${faultCount > 0 ? `，其中 ${faultCount} 个没有回答` : ''}`;

function describeResult({ state, leakCount, faultCount }: LeakScan): { label: string; tone?: ChipTone } {
  if (state === 'queued') return { label: '排队中' };
  if (state === 'running') return { label: '进行中', tone: 'info' };
  if (state === 'cancelled') return { label: '已取消' };
  if (state === 'failed') return { label: '没有查完', tone: 'bad' };
  if (leakCount > 0) return { label: `漏出 ${leakCount} 处`, tone: 'bad' };
  return faultCount > 0 ? { label: '没有查全', tone: 'warn' } : { label: '没有泄漏', tone: 'good' };
}
