import { Button, Progress } from 'antd';
import { client } from '#admin/api.ts';
import { Chip, type ChipTone } from '#admin/parts/chip.tsx';
import { useAction } from '#admin/parts/data.ts';
import { Quiet, Row } from '#admin/parts/layout/page.tsx';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { showBytes } from '#admin/parts/media/show-bytes.ts';
import { saveDownload } from '#admin/parts/save-download.ts';
import { showTime } from '#admin/parts/show-time.ts';
import type { Transfer } from '../manage/schema.ts';
import s from './transfers.module.css';

const states: Record<Transfer['state'], string> = {
  queued: '排队中',
  running: '进行中',
  waiting: '待确认',
  done: '完成',
  failed: '没有完成',
  cancelled: '已取消',
};
const tones: Partial<Record<Transfer['state'], ChipTone>> = { running: 'info', done: 'good', failed: 'bad' };

/** Whether the worker still has work to do for the transfer. */
export const isActive = ({ state }: Transfer): boolean => state === 'queued' || state === 'running';

const kinds: Record<Transfer['kind'], string> = {
  import: '导入',
  export: '导出',
  refetch: '重新抓取图片',
  undo: '撤销导入',
  backup: '备份',
};

export type OpenHandlers = {
  /** Shows the skipped records. */
  onReport: (transfer: Transfer) => void;
  /** Shows the categories of an import that waits for their columns. */
  onColumns: (transfer: Transfer) => void;
  /** Shows the pictures that could not be fetched. */
  onPictures: (transfer: Transfer) => void;
};

export const transferColumns = (handlers: OpenHandlers): DataColumn<Transfer>[] => [
  { key: 'name', title: '任务', render: (transfer) => <Name {...transfer} /> },
  {
    key: 'state',
    title: '状态',
    width: 220,
    render: (transfer) => <State {...transfer} />,
    text: ({ state }) => states[state],
  },
  {
    key: 'result',
    title: '结果',
    width: 320,
    render: (transfer) => <Result transfer={transfer} {...handlers} />,
    text: (transfer) => describeCounts(transfer) || transfer.error,
  },
  {
    key: 'createdAt',
    title: '开始',
    width: 130,
    render: ({ createdBy, createdAt }) => (
      <>
        <time dateTime={createdAt}>{showTime(createdAt)}</time>
        <Quiet>{createdBy}</Quiet>
      </>
    ),
  },
];

const Name = ({ kind, name, bytes, isOfMembers }: Transfer) => (
  <>
    <strong className={s.name}>{name}</strong>
    <Quiet>
      {isOfMembers ? '导入会员' : kinds[kind]}
      {bytes !== null && ` · ${showBytes(bytes)}`}
    </Quiet>
  </>
);

const State = (transfer: Transfer) => (
  <>
    <Chip tone={tones[transfer.state]}>{states[transfer.state]}</Chip>
    {isActive(transfer) && <TransferProgress {...transfer} />}
  </>
);

const TransferProgress = ({ name, done, total }: Transfer) => (
  <Progress
    percent={total ? Math.floor((done / total) * 100) : 0}
    status="active"
    size="small"
    aria-label={`${name}的进度`}
    format={() => (total ? `${done} / ${total}` : '准备中')}
  />
);

function Result({ transfer, onReport, onColumns, onPictures }: { transfer: Transfer } & OpenHandlers) {
  const { kind, state, done, counts, error, expiresAt, missingPictures } = transfer;
  const { storedIn, verifiedAt, verifyFault } = transfer;
  const hasProblems = (counts?.failed ?? 0) + (counts?.skipped ?? 0) + (counts?.drafts ?? 0) > 0;
  return (
    <>
      {counts && (done > 0 || !isActive(transfer)) && state !== 'queued' && state !== 'waiting' && (
        <p className={counts.failed > 0 ? s.bad : undefined}>{describeCounts(transfer)}</p>
      )}
      {error && <p className={s.bad}>{error}</p>}
      {storedIn && (
        <Quiet>
          存在 <span className={s.place}>{storedIn}</span>
        </Quiet>
      )}
      {verifyFault ? (
        <p className={s.bad}>验证有问题：{verifyFault}</p>
      ) : (
        verifiedAt && <Quiet>{showTime(verifiedAt)} 验证过，可以恢复</Quiet>
      )}
      {expiresAt && <Quiet>{showTime(expiresAt)} 前可以下载</Quiet>}
      {kind === 'export' && state === 'done' && !expiresAt && <Quiet>文件已过期</Quiet>}
      <Row>
        {state === 'waiting' && (
          <Button size="small" type="primary" onClick={() => onColumns(transfer)}>
            核对栏目
          </Button>
        )}
        {expiresAt && <Download {...transfer} />}
        {(hasProblems || ((kind === 'export' || kind === 'backup') && state === 'failed')) && (
          <Button size="small" onClick={() => onReport(transfer)}>
            {kind !== 'import' ? '详情' : counts?.drafts ? '没有导入的和草稿' : '没有导入的记录'}
          </Button>
        )}
        {missingPictures > 0 && !isActive(transfer) && (
          <Button size="small" onClick={() => onPictures(transfer)}>
            没有取到的图片 {missingPictures}
          </Button>
        )}
      </Row>
    </>
  );
}

function describeCounts({ kind, counts }: Transfer): string {
  if (!counts) return '';
  const { added, updated, unchanged, skipped, failed, drafts = 0 } = counts;
  if (kind === 'undo') return `移除 ${added}，保留 ${skipped}`;
  if (kind === 'refetch') return `取到 ${added}，没有取到 ${failed}，改过没有换 ${skipped}`;
  if (updated !== undefined)
    return `新增 ${added}，更新 ${updated}，没有变化 ${unchanged}，跳过 ${skipped}，有误 ${failed}`;
  const asDrafts = drafts > 0 ? `（${drafts} 篇存为草稿）` : '';
  return `新增 ${added}${asDrafts}，已有 ${unchanged}，跳过 ${skipped}，有误 ${failed}`;
}

function Download({ id, name }: Transfer) {
  const { run, isRunning } = useAction(async () =>
    saveDownload(await client.download('GET /admin/transfer/download', { query: { id } }), name),
  );
  return (
    <Button size="small" type="primary" loading={isRunning} onClick={() => void run()}>
      下载
    </Button>
  );
}
