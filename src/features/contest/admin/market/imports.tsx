import { Alert, Button, Progress, Radio } from 'antd';
import { useState } from 'react';
import { call } from '#admin/api.ts';
import { useAction } from '#admin/parts/data.ts';
import { Quiet, Row, Section } from '#admin/parts/layout/page.tsx';
import { FileButton } from '#admin/parts/media/file-button.tsx';
import { showNumber } from '#admin/parts/show-number.ts';
import { copyText } from '#client/use-copy.ts';
import type { ImportReport, MarketKind } from '../../market/manage/schema.ts';
import s from '../contest.module.css';
import { csvKinds } from './csv-kinds.ts';
import { Remarks } from './remarks.tsx';

type Imported = ImportReport & { name: string };

/** Imports market data from a CSV file, and reports the rows written and the faulty lines. */
export function Imports() {
  const [kind, setKind] = useState<MarketKind>('instruments');
  const [progress, setProgress] = useState(0);
  const [imported, setImported] = useState<Imported>();
  const { run, isRunning } = useAction(async (file: File): Promise<Imported> => {
    setImported(undefined);
    setProgress(0);
    const body = new FormData();
    body.append('kind', kind);
    body.append('file', file);
    const report = await call('POST /admin/contest/market/import', { body, onProgress: setProgress });
    return { ...report, name: file.name };
  }, setImported);
  return (
    <Section title="导入行情">
      <Quiet>
        CSV 文件，第一行是表头，中文表头（如“代码”“收盘价”）也认得；编码 UTF-8 或
        GBK。有错的行不写入，其余照常；同一个文件可以再导入一次。
      </Quiet>
      <Radio.Group
        name="csv-kind"
        aria-label="这个文件是"
        disabled={isRunning}
        options={csvKinds.map(({ value, label }) => ({ value, label }))}
        value={kind}
        onChange={({ target }) => setKind(target.value)}
      />
      <Template kind={kind} />
      <div>
        <FileButton
          kind="csv"
          type="primary"
          loading={isRunning}
          onFiles={([file]) => file && void run(file)}
        >
          选择 CSV 文件
        </FileButton>
      </div>
      {isRunning && <Uploading progress={progress} />}
      <div aria-live="polite">{imported && <Report imported={imported} />}</div>
    </Section>
  );
}

const Uploading = ({ progress }: { progress: number }) => (
  <Progress
    percent={Math.floor(progress * 100)}
    status="active"
    aria-label="上传进度"
    format={() => (progress < 1 ? `${Math.floor(progress * 100)}%` : '正在核对')}
  />
);

/** Header line of a file kind, with a copy button and an example. */
function Template({ kind }: { kind: MarketKind }) {
  const csvKind = csvKinds.find(({ value }) => value === kind);
  if (!csvKind) return null;
  const { header, example, note, label } = csvKind;
  return (
    <>
      <Row>
        <code className={s.template}>
          {header}
          <br />
          {example}
        </code>
        <Button size="small" aria-label={`复制表头：${label}`} onClick={() => void copyText(header)}>
          复制表头
        </Button>
      </Row>
      <Quiet>{note}</Quiet>
    </>
  );
}

function Report({ imported }: { imported: Imported }) {
  const { name, added, unchanged, skipped, failed, faults, warnings, warned } = imported;
  const isEmpty = added + unchanged + skipped + failed === 0;
  const counts = [
    isEmpty ? '没有导入任何内容，文件是空的，或只有表头' : `新增或更新 ${showNumber(added)} 行`,
    unchanged > 0 && `没有变化 ${showNumber(unchanged)} 行`,
    skipped > 0 && `重复跳过 ${showNumber(skipped)} 行`,
    failed > 0 && `没有写入 ${showNumber(failed)} 行`,
  ].filter(Boolean);
  return (
    <>
      <Alert
        type={isEmpty || failed > 0 ? 'warning' : 'success'}
        showIcon
        title={`“${name}”：${counts.join('，')}`}
        description={warned > 0 && `另有 ${showNumber(warned)} 处看起来不对，已经写入，请核对。`}
      />
      <Remarks title="没有写入的行" remarks={faults} count={failed + skipped} />
      <Remarks title="请核对" remarks={warnings} count={warned} />
    </>
  );
}
