import { Alert, Button } from 'antd';
import { useState } from 'react';
import { call } from '#admin/api.ts';
import { useAction, useSend } from '#admin/parts/data.ts';
import { ConfirmButton } from '#admin/parts/layout/confirm.tsx';
import { Quiet, Row, Section, type TabSlot } from '#admin/parts/layout/page.tsx';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable } from '#admin/parts/list/data-table.tsx';
import { usePages } from '#admin/parts/list/use-pages.ts';
import { FileButton } from '#admin/parts/media/file-button.tsx';
import { showNumber } from '#admin/parts/show-number.ts';
import { showTime } from '#admin/parts/show-time.ts';
import { copyText } from '#client/use-copy.ts';
import type { EconomicEvent, EventImportReport } from '../schema.ts';

const header = 'date,time,event,region,importance,previous,forecast,actual';
const example = '2026-11-24,09:30,10 月 CPI 同比,中国,3,0.3%,0.4%,';

/** The economic calendar of the home page: upload, pull, list and delete events. */
function CalendarTab() {
  const list = usePages('GET /admin/economicEvent/list', {});
  return (
    <>
      <Section title="导入事件">
        <Quiet>
          CSV 文件，第一行是表头，中文表头（如“日期”“前值”）也认得；编码 UTF-8 或
          GBK。时间、地区、事件都相同的行更新原来的事件，所以公布以后可以用同一个文件补上公布值。
        </Quiet>
        <Row>
          <code>
            {header}
            <br />
            {example}
          </code>
          <Button size="small" aria-label="复制表头" onClick={() => void copyText(header)}>
            复制表头
          </Button>
        </Row>
        <ImportPart />
        <PullPart />
      </Section>
      <Section title="事件">
        <DataTable label="事件" list={list} columns={columns} nameOf={({ title }) => `“${title}”`} />
      </Section>
    </>
  );
}

export const slot: TabSlot = {
  order: 50,
  key: 'calendar',
  label: '日历',
  content: <CalendarTab />,
};

type Imported = EventImportReport & { name: string };

function ImportPart() {
  const [imported, setImported] = useState<Imported>();
  const { run, isRunning } = useAction(async (file: File): Promise<Imported> => {
    const body = new FormData();
    body.append('file', file);
    return { ...(await call('POST /admin/economicEvent/import', { body })), name: file.name };
  }, setImported);
  return (
    <>
      <Row>
        <FileButton
          kind="csv"
          type="primary"
          disabled={isRunning}
          onFiles={([file]) => file && void run(file)}
        >
          选择 CSV 文件
        </FileButton>
      </Row>
      <div aria-live="polite">{imported && <Report imported={imported} />}</div>
    </>
  );
}

function Report({ imported: { name, added, unchanged, failed, faults } }: { imported: Imported }) {
  const counts = [
    `新增或更新 ${showNumber(added)} 个`,
    unchanged > 0 && `没有变化 ${showNumber(unchanged)} 个`,
    failed > 0 && `没有写入 ${showNumber(failed)} 行`,
  ].filter(Boolean);
  return (
    <Alert
      type={failed > 0 ? 'warning' : 'success'}
      showIcon
      title={`“${name}”：${counts.join('，')}`}
      description={
        faults.length > 0 && (
          <ul>
            {faults.map(({ line, reason }) => (
              <li key={line}>
                第 {line} 行：{reason}
              </li>
            ))}
          </ul>
        )
      }
    />
  );
}

function PullPart() {
  const [result, setResult] = useState<{ isOk: boolean; message: string }>();
  const { run, isRunning } = useAction(() => call('POST /admin/economicEvent/pull'), setResult);
  return (
    <>
      <Quiet>也可以在“设置 › 股神争霸”里填经济日历地址，每 5 分钟抓取一次同样格式的 CSV。</Quiet>
      <Row>
        <Button loading={isRunning} onClick={() => void run()}>
          立即抓取
        </Button>
      </Row>
      <div aria-live="polite">
        {result && <Alert type={result.isOk ? 'success' : 'error'} showIcon title={result.message} />}
      </div>
    </>
  );
}

function DeleteButton({ event: { id, title } }: { event: EconomicEvent }) {
  const { send } = useSend('POST /admin/economicEvent/delete');
  return (
    <ConfirmButton
      size="small"
      isDanger
      title={`删除“${title}”？`}
      content="首页不再显示它。"
      aria-label={`删除：${title}`}
      onOk={() => send({ ids: [id] })}
    >
      删除
    </ConfirmButton>
  );
}

const columns: DataColumn<EconomicEvent>[] = [
  {
    key: 'at',
    title: '时间',
    width: 150,
    render: ({ at }) => <time dateTime={at}>{showTime(at)}</time>,
  },
  {
    key: 'title',
    title: '事件',
    render: ({ title, region, importance }) => (
      <>
        {title}
        <Quiet>{[region, `重要性 ${importance}`].filter(Boolean).join(' · ')}</Quiet>
      </>
    ),
  },
  {
    key: 'figures',
    title: '前值 / 预测 / 公布',
    width: 200,
    from: 'md',
    render: ({ previous, forecast, actual }) =>
      [previous, forecast, actual].map((figure) => figure || '—').join(' / '),
  },
  { key: 'act', title: '操作', width: 90, render: (event) => <DeleteButton event={event} /> },
];
