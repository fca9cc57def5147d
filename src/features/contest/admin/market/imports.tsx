import { Radio } from 'antd';
import { useState } from 'react';
import { call } from '#admin/api.ts';
import { CsvTemplate, CsvUpload, useCsvUpload } from '#admin/parts/form/csv-upload.tsx';
import { ImportReport } from '#admin/parts/form/import-dialog.tsx';
import { Quiet, Section } from '#admin/parts/layout/page.tsx';
import { showNumber } from '#admin/parts/show-number.ts';
import type { MarketKind } from '../../market/manage/schema.ts';
import s from '../contest.module.css';
import { csvKinds } from './csv-kinds.ts';
import { Remarks } from './remarks.tsx';

/** Imports market data from a CSV file, and reports the rows written and the faulty lines. */
export function Imports() {
  const [kind, setKind] = useState<MarketKind>('instruments');
  const upload = useCsvUpload((options) => call('POST /admin/contest/market/import', options), { kind });
  const { sent } = upload;
  const csvKind = csvKinds.find(({ value }) => value === kind);
  return (
    <Section title="导入行情">
      <Quiet>
        CSV 文件，第一行是表头，中文表头（如“代码”“收盘价”）也认得；编码 UTF-8 或
        GBK。有错的行不写入，其余照常；同一个文件可以再导入一次。
      </Quiet>
      <Radio.Group
        name="csv-kind"
        aria-label="这个文件是"
        disabled={upload.isRunning}
        options={csvKinds.map(({ value, label }) => ({ value, label }))}
        value={kind}
        onChange={({ target }) => setKind(target.value)}
      />
      {csvKind && <CsvTemplate {...csvKind} className={s.template} />}
      <Quiet>{csvKind?.note}</Quiet>
      <CsvUpload upload={upload}>
        {sent && (
          <>
            <ImportReport report={{ ...sent.answer, faults: [] }} file={{ name: sent.name, unit: '行' }}>
              {sent.answer.warned > 0 &&
                `另有 ${showNumber(sent.answer.warned)} 处看起来不对，已经写入，请核对。`}
            </ImportReport>
            <Remarks
              title="没有写入的行"
              remarks={sent.answer.faults}
              count={sent.answer.failed + sent.answer.skipped}
            />
            <Remarks title="请核对" remarks={sent.answer.warnings} count={sent.answer.warned} />
          </>
        )}
      </CsvUpload>
    </Section>
  );
}
