import { Button } from 'antd';
import { useEffect, useState } from 'react';
import type { Transfer } from '#features/transfers/desk/schema.ts';
import { Failed, Void } from '#ui/states/void.tsx';
import { call } from '../../api.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { useLoad } from '../../parts/use-load.ts';
import { DropZone } from './drop-zone.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { ReportDrawer } from './report-drawer.tsx';
import { TransferItem } from './transfer-item.tsx';
import s from './transfers.module.css';

/** Often enough to see a bar move, seldom enough for a night's import. */
const lookAgainMs = 1500;
const isGoing = ({ state }: Transfer) => state === 'queued' || state === 'running';

/** Pieces in, the whole site out: what is under way with how far it is, and what became of what is done. */
export function Screen() {
  const [file, setFile] = useState<File>();
  const [isExporting, setIsExporting] = useState(false);
  const [opened, setOpened] = useState<Transfer>();
  // Cursors of the pages gone through; the last is the one on screen.
  const [trail, setTrail] = useState<string[]>([]);
  const cursor = trail.at(-1);
  const { data, fault, isLoading, reload } = useLoad(`${cursor}`, (signal) =>
    call('GET /admin/transfer/list', { query: { cursor, size: '20' }, silent: true, signal }),
  );
  const records = data?.records ?? [];
  const hasGoing = records.some(isGoing);
  useEffect(() => {
    if (!hasGoing || isLoading) return;
    const timer = setTimeout(reload, lookAgainMs);
    return () => clearTimeout(timer);
  }, [hasGoing, isLoading, reload]);
  const begun = () => {
    setTrail([]);
    reload();
  };
  return (
    <>
      <PageHead title="导入导出">
        <Button onClick={() => setIsExporting(true)}>导出整站</Button>
      </PageHead>
      <DropZone onFile={setFile} />
      <section aria-labelledby="transfers-so-far">
        <h2 className={s.heading} id="transfers-so-far">
          任务
        </h2>
        {fault && !data ? (
          <Failed message={fault.message} onRetry={reload} />
        ) : records.length === 0 ? (
          <Void title={data ? '还没有导入或导出过' : '正在取任务'}>
            {data && <p>导入由服务器在后台做，页面可以关掉，回来再看结果。</p>}
          </Void>
        ) : (
          <ul className={s.list}>
            {records.map((transfer) => (
              <TransferItem
                key={transfer.id}
                transfer={transfer}
                onOpen={() => setOpened(transfer)}
                onChange={reload}
              />
            ))}
          </ul>
        )}
        {(data?.cursor || trail.length > 0) && (
          <div className={s.pages}>
            <Button disabled={trail.length === 0} onClick={() => setTrail(trail.slice(0, -1))}>
              较新
            </Button>
            <Button
              disabled={!data?.cursor}
              onClick={() => data?.cursor && setTrail([...trail, data.cursor])}
            >
              较早
            </Button>
          </div>
        )}
      </section>
      <ImportDialog file={file} onClose={() => setFile(undefined)} onDone={begun} />
      <ExportDialog isOpen={isExporting} onClose={() => setIsExporting(false)} onDone={begun} />
      <ReportDrawer transfer={opened} onClose={() => setOpened(undefined)} />
    </>
  );
}
