import { Button } from 'antd';
import { useState } from 'react';
import { client } from '../../api.ts';
import { saveDownload } from '../../parts/save-download.ts';

type ExportCall =
  | 'GET /admin/analytics/exportTrend'
  | 'GET /admin/analytics/exportRanking'
  | 'GET /admin/analytics/exportSearchWords';

/** Saves what the table beside it shows as CSV. */
export function ExportButton(props: { call: ExportCall; query: Record<string, string>; fallback: string }) {
  const { call, query, fallback } = props;
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    setIsBusy(true);
    try {
      saveDownload(await client.download(call, { query: query as never }), fallback);
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
