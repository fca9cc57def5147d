import { Button } from 'antd';
import { client } from '#admin/api.ts';
import { useAction } from '#admin/parts/data.ts';
import { saveDownload } from '#admin/parts/save-download.ts';

type ExportCall =
  | 'GET /admin/analytics/exportOrigins'
  | 'GET /admin/analytics/exportTrend'
  | 'GET /admin/analytics/exportRanking'
  | 'GET /admin/analytics/exportSearchWords';

/** Downloads the CSV file that the server generates from the figures beside it; the file name contains their days. */
export function ServerExport(props: { call: ExportCall; query: object; fallback: string }) {
  const { call, query, fallback } = props;
  const { run, isRunning } = useAction(async () =>
    saveDownload(await client.download(call, { query: query as never }), fallback),
  );
  return (
    <Button size="small" loading={isRunning} onClick={() => void run()}>
      导出 CSV
    </Button>
  );
}
