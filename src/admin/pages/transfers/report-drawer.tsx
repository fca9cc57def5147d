import { Drawer } from 'antd';
import type { Transfer } from '#features/transfers/desk/schema.ts';
import { Failed } from '#ui/states/void.tsx';
import { call } from '../../api.ts';
import { useLoad } from '../../parts/use-load.ts';
import s from './transfers.module.css';

/** The records of an import that were not added, each with its file and line. */
export function ReportDrawer({ transfer, onClose }: { transfer: Transfer | undefined; onClose: () => void }) {
  return (
    <Drawer open={transfer !== undefined} onClose={onClose} size={560} title={transfer?.name} destroyOnHidden>
      {transfer && <Report id={transfer.id} />}
    </Drawer>
  );
}

function Report({ id }: { id: string }) {
  const { data, fault, reload } = useLoad(id, (signal) =>
    call('GET /admin/transfer/detail', { query: { id }, silent: true, signal }),
  );
  if (fault) return <Failed message={fault.message} onRetry={reload} />;
  if (!data) return <p className={s.facts}>正在取记录 …</p>;
  const { counts, report, error } = data;
  const many = (counts?.failed ?? 0) + (counts?.skipped ?? 0);
  return (
    <>
      {error && <p className={s.error}>{error}</p>}
      {report.length > 0 && (
        <ol className={s.report}>
          {report.map((line, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines never move
            <li key={place}>{line}</li>
          ))}
        </ol>
      )}
      {many > report.length && <p className={s.facts}>还有 {many - report.length} 条没有列出。</p>}
    </>
  );
}
