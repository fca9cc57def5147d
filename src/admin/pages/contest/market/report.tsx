import { Alert } from 'antd';
import type { ImportReport } from '#features/contest/market/desk/schema.ts';
import { showNumber } from '../../../parts/show-number.ts';
import s from '../contest.module.css';

/** What became of a file: how many lines, and what is wrong with which. */
export function Report({ name, report }: { name: string; report: ImportReport }) {
  const { added, unchanged, skipped, failed, faults, warnings, warned } = report;
  const counts = [
    `新增或更新 ${showNumber(added)} 行`,
    unchanged > 0 && `没有变化 ${showNumber(unchanged)} 行`,
    skipped > 0 && `重复跳过 ${showNumber(skipped)} 行`,
    failed > 0 && `没有写入 ${showNumber(failed)} 行`,
  ].filter((text): text is string => typeof text === 'string');
  return (
    <div className={s.part}>
      <Alert
        type={failed > 0 ? 'warning' : 'success'}
        showIcon
        title={`“${name}”：${counts.join('，')}`}
        description={warned > 0 && `另有 ${showNumber(warned)} 处看起来不对，已经写入，请核对。`}
      />
      <Remarks title="没有写入的行" remarks={faults} many={failed + skipped} />
      <Remarks title="请核对" remarks={warnings} many={warned} />
    </div>
  );
}

function Remarks({ title, remarks, many }: { title: string; remarks: ImportReport['faults']; many: number }) {
  if (remarks.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ol className={s.lines}>
        {remarks.map(({ line, reason }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines never move
          <li key={place}>
            第 {line} 行：{reason}
          </li>
        ))}
      </ol>
      {many > remarks.length && (
        <p className={s.quiet}>还有 {showNumber(many - remarks.length)} 处没有列出。</p>
      )}
    </section>
  );
}
