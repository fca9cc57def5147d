import { useRead } from '#admin/parts/data.ts';
import { Quiet } from '#admin/parts/layout/page.tsx';
import { ReadDrawer } from '#admin/parts/layout/side-drawer.tsx';
import type { Transfer } from '../manage/schema.ts';
import s from './transfers.module.css';

type ReportProps = { transfer: Transfer; onClose: () => void };

/** Records that an import skipped or made drafts of, each with its file and line; or the reason why an export failed. */
export function ReportDrawer({ transfer: { id, name }, onClose }: ReportProps) {
  const read = useRead('GET /admin/transfer/detail', { id });
  return (
    <ReadDrawer title={name} onClose={onClose} read={read} noun="记录">
      {({ counts, report, error }) => {
        const hiddenCount =
          (counts?.failed ?? 0) + (counts?.skipped ?? 0) + (counts?.drafts ?? 0) - report.length;
        return (
          <>
            {error && <p className={s.bad}>{error}</p>}
            {report.length > 0 && (
              <ol className={s.report}>
                {report.map((line, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: lines are never reordered
                  <li key={index}>{line}</li>
                ))}
              </ol>
            )}
            {hiddenCount > 0 && <Quiet>还有 {hiddenCount} 条没有列出。</Quiet>}
          </>
        );
      }}
    </ReadDrawer>
  );
}
