import { Alert, Button } from 'antd';
import { useState } from 'react';
import { call } from '#admin/api.ts';
import { useAction, useSend } from '#admin/parts/data.ts';
import { CsvTemplate, CsvUpload, useCsvUpload } from '#admin/parts/form/csv-upload.tsx';
import { ImportReport } from '#admin/parts/form/import-dialog.tsx';
import { ConfirmButton } from '#admin/parts/layout/confirm.tsx';
import { Quiet, Row, Section, type TabSlot } from '#admin/parts/layout/page.tsx';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable } from '#admin/parts/list/data-table.tsx';
import { usePages } from '#admin/parts/list/use-pages.ts';
import { showTime } from '#admin/parts/show-time.ts';
import type { EconomicEvent } from '../schema.ts';

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
        <CsvTemplate header={header} example={example} />
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

function ImportPart() {
  const upload = useCsvUpload((options) => call('POST /admin/economicEvent/import', options));
  const { sent } = upload;
  const faults = sent?.answer.faults.map(({ line, reason }) => ({ line, message: reason })) ?? [];
  return (
    <CsvUpload upload={upload}>
      {sent && <ImportReport report={{ ...sent.answer, faults }} file={{ name: sent.name, unit: '个' }} />}
    </CsvUpload>
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
