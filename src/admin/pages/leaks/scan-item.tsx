import { Button, Progress } from 'antd';
import type { LeakScan } from '#features/leaks/scans/schema.ts';
import { Chip, type ChipTone } from '../../parts/chip.tsx';
import { showNumber } from '../../parts/show-number.ts';
import { showTime } from '../../parts/show-time.ts';
import s from './leaks.module.css';

type ScanItemProps = { scan: LeakScan; isBusy: boolean; onOpen: () => void; onCancel: () => void };

/** One scan: how far it is, or what it found. */
export function ScanItem({ scan, isBusy, onOpen, onCancel }: ScanItemProps) {
  const { state, most, done, total, sentences, addresses, leakCount, faultCount, error } = scan;
  const isGoing = state === 'queued' || state === 'running';
  const { label, tone } = resultOf(scan);
  return (
    <li className={s.scan}>
      <p className={s.who}>
        <Chip tone={tone}>{label}</Chip>
        <span className={s.facts}>
          {scan.createdBy} · <time dateTime={scan.createdAt}>{showTime(scan.createdAt)}</time> ·{' '}
          {most === null ? '全部' : `最新 ${most} 篇`}
        </span>
      </p>
      {isGoing && (
        <Progress
          percent={total ? Math.floor((done / total) * 100) : 0}
          status="active"
          size="small"
          aria-label="检查的进度"
          format={() => (state === 'queued' ? '排队中' : `${done} / ${total ?? '…'}`)}
        />
      )}
      {state === 'running' && <p className={s.facts}>已经问过 {showNumber(addresses)} 个地址</p>}
      {state === 'done' && (
        <p className={s.facts}>
          {showNumber(done)} 篇，{showNumber(sentences)} 句，{showNumber(addresses)} 个地址
          {faultCount > 0 && `，其中 ${faultCount} 个没有回答`}
        </p>
      )}
      {error && <p className={s.error}>{error}</p>}
      {(isGoing || leakCount > 0 || faultCount > 0) && (
        <div className={s.acts}>
          {isGoing && (
            <Button size="small" disabled={isBusy} onClick={onCancel}>
              取消
            </Button>
          )}
          {(leakCount > 0 || faultCount > 0) && (
            <Button size="small" danger={leakCount > 0} onClick={onOpen}>
              {leakCount > 0 ? '看漏在哪里' : '看哪些没有回答'}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

function resultOf({ state, leakCount, faultCount }: LeakScan): { label: string; tone?: ChipTone } {
  if (state === 'queued') return { label: '排队中' };
  if (state === 'running') return { label: '进行中', tone: 'info' };
  if (state === 'cancelled') return { label: '已取消' };
  if (state === 'failed') return { label: '没有查完', tone: 'bad' };
  if (leakCount > 0) return { label: `漏出 ${leakCount} 处`, tone: 'bad' };
  return faultCount > 0 ? { label: '没有查全', tone: 'warn' } : { label: '没有泄漏', tone: 'good' };
}
