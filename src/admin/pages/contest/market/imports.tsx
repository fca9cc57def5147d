import { Alert, Button, Progress, Radio } from 'antd';
import { useId, useRef, useState } from 'react';
import { copyText } from '#client/copy.ts';
import type { ImportReport, MarketKind } from '#features/contest/market/desk/schema.ts';
import { call } from '../../../api.ts';
import { faultOf } from '../../../parts/use-load.ts';
import s from '../contest.module.css';
import { csvKinds } from './csv-kinds.ts';
import { Report } from './report.tsx';

/** Market data out of a CSV file: what was taken, and what was not, line by line. */
export function Imports() {
  const [kind, setKind] = useState<MarketKind>('instruments');
  const [share, setShare] = useState<number>();
  const [fault, setFault] = useState<string>();
  const [done, setDone] = useState<{ name: string; report: ImportReport }>();
  const kindsId = useId();
  const isBusy = share !== undefined;
  const send = async (file: File) => {
    setFault(undefined);
    setDone(undefined);
    setShare(0);
    const body = new FormData();
    body.append('kind', kind);
    body.append('file', file);
    try {
      const report = await call('POST /admin/contest/market/import', {
        body,
        silent: true,
        onProgress: setShare,
      });
      setDone({ name: file.name, report });
    } catch (error) {
      setFault(faultOf(error).message);
    } finally {
      setShare(undefined);
    }
  };
  return (
    <section className={s.part} aria-label="导入行情">
      <p className={s.lead}>
        CSV 文件，第一行是表头，中文表头（如“代码”“收盘价”）也认得；编码 UTF-8 或
        GBK。有错的行不写入，其余照常；同一个文件可以再导入一次。
      </p>
      <div className={s.choices}>
        <p className={s.named} id={kindsId}>
          这个文件是
        </p>
        <Radio.Group
          name="csv-kind"
          aria-labelledby={kindsId}
          disabled={isBusy}
          options={csvKinds.map(({ value, label }) => ({ value, label }))}
          value={kind}
          onChange={({ target }) => {
            setKind(target.value);
            setFault(undefined);
          }}
        />
      </div>
      <Template kind={kind} />
      <FileChoice isBusy={isBusy} onFile={(file) => void send(file)} />
      {isBusy && (
        <Progress
          percent={Math.floor(share * 100)}
          status="active"
          aria-label="上传进度"
          format={() => (share < 1 ? `${Math.floor(share * 100)}%` : '正在核对')}
        />
      )}
      <div aria-live="polite">
        {fault && <Alert type="error" showIcon title={fault} />}
        {done && <Report name={done.name} report={done.report} />}
      </div>
    </section>
  );
}

/** The heading of a file of this kind, to be copied. */
function Template({ kind }: { kind: MarketKind }) {
  const words = csvKinds.find(({ value }) => value === kind);
  if (!words) return null;
  const { header, example, note, label } = words;
  return (
    <div className={s.choices}>
      <div className={s.template}>
        <code>
          {header}
          <br />
          {example}
        </code>
        <Button size="small" aria-label={`复制表头：${label}`} onClick={() => void copyText(header)}>
          复制表头
        </Button>
      </div>
      <p className={s.quiet}>{note}</p>
    </div>
  );
}

function FileChoice({ isBusy, onFile }: { isBusy: boolean; onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div>
      <Button type="primary" loading={isBusy} onClick={() => input.current?.click()}>
        选择 CSV 文件
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="要导入的 CSV 文件"
        accept=".csv,.tsv,.txt"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // The same file may be chosen again.
          target.value = '';
        }}
      />
    </div>
  );
}
