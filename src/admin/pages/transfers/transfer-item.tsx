import { Button, Progress } from 'antd';
import { useState } from 'react';
import { CallError } from '#client/call-error.ts';
import { toasts } from '#client/toasts.ts';
import type { Transfer } from '#features/transfers/desk/schema.ts';
import { call, client } from '../../api.ts';
import { Chip, type ChipTone } from '../../parts/chip.tsx';
import { saveDownload } from '../../parts/save-download.ts';
import { showTime } from '../../parts/show-time.ts';
import { faultOf } from '../../parts/use-load.ts';
import { showBytes } from './show-bytes.ts';
import s from './transfers.module.css';

const states: Record<Transfer['state'], string> = {
  queued: '排队中',
  running: '进行中',
  done: '完成',
  failed: '没有完成',
  cancelled: '已取消',
};

const tones: Partial<Record<Transfer['state'], ChipTone>> = { running: 'info', done: 'good', failed: 'bad' };

/** One import or export: how far it is, or what became of it. */
export function TransferItem(props: { transfer: Transfer; onOpen: () => void; onChange: () => void }) {
  const { transfer, onOpen, onChange } = props;
  const { id, kind, name, state, done, total, counts, error, createdBy, createdAt } = transfer;
  const [isBusy, setIsBusy] = useState(false);
  const isGoing = state === 'queued' || state === 'running';
  const hasBad = (counts?.failed ?? 0) + (counts?.skipped ?? 0) > 0;
  const act = async (work: () => Promise<unknown>) => {
    setIsBusy(true);
    try {
      await work();
    } catch (failure) {
      if (failure instanceof CallError) toasts.warning(faultOf(failure).message);
    } finally {
      setIsBusy(false);
      onChange();
    }
  };
  const cancel = () => call('POST /admin/transfer/cancel', { body: { id }, silent: true });
  const download = async () =>
    saveDownload(
      await client.download('GET /admin/transfer/download', { query: { id }, silent: true }),
      name,
    );
  return (
    <li className={s.item}>
      <div className={s.what}>
        <span className={s.kind}>{kind === 'import' ? '导入' : '导出'}</span>
        <strong className={s.name}>{name}</strong>
        <Chip tone={tones[state]}>{states[state]}</Chip>
      </div>
      <p className={s.facts}>
        {createdBy} · <time dateTime={createdAt}>{showTime(createdAt)}</time>
        {transfer.bytes !== null && ` · ${showBytes(transfer.bytes)}`}
        {transfer.expiresAt && ` · ${showTime(transfer.expiresAt)} 前可以下载`}
        {kind === 'export' && state === 'done' && !transfer.expiresAt && ' · 文件已过期'}
      </p>
      {isGoing && (
        <Progress
          percent={total ? Math.floor((done / total) * 100) : 0}
          status="active"
          size="small"
          aria-label={`${name}的进度`}
          format={() => (total ? `${done} / ${total}` : '准备中')}
        />
      )}
      {counts && (done > 0 || !isGoing) && state !== 'queued' && <Counts counts={counts} />}
      {error && <p className={s.error}>{error}</p>}
      <div className={s.acts}>
        {isGoing && (
          <Button size="small" loading={isBusy} onClick={() => void act(cancel)}>
            取消
          </Button>
        )}
        {transfer.expiresAt && (
          <Button size="small" type="primary" loading={isBusy} onClick={() => void act(download)}>
            下载
          </Button>
        )}
        {(hasBad || (kind === 'export' && state === 'failed')) && (
          <Button size="small" onClick={onOpen}>
            {kind === 'import' ? '没有导入的记录' : '详情'}
          </Button>
        )}
      </div>
    </li>
  );
}

function Counts({
  counts: { added, unchanged, skipped, failed },
}: {
  counts: NonNullable<Transfer['counts']>;
}) {
  return (
    <p className={s.counts}>
      新增 <b>{added}</b>，已有 <b>{unchanged}</b>，跳过 <b>{skipped}</b>，
      <span className={failed > 0 ? s.bad : undefined}>
        有误 <b>{failed}</b>
      </span>
    </p>
  );
}
