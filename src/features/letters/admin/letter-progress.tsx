import { Alert, Button, Progress, Select } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { Chip } from '#admin/parts/chip.tsx';
import { useSend } from '#admin/parts/data.ts';
import { ConfirmButton } from '#admin/parts/layout/confirm.tsx';
import { Facts, Page, Section } from '#admin/parts/layout/page.tsx';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable } from '#admin/parts/list/data-table.tsx';
import { usePages } from '#admin/parts/list/use-pages.ts';
import { showNumber } from '#admin/parts/show-number.ts';
import { showTime } from '#admin/parts/show-time.ts';
import type { Figures, LetterDetail } from '../schema.ts';
import { audienceNames, stateNames, subjectOf, subscriptionNames } from './letter-names.ts';
import { LetterPreview } from './letter-preview.tsx';
import s from './letters.module.css';

const recipientNames = {
  failed: '失败',
  unknown: '不明',
  skipped: '略过',
  sent: '送出',
} as const;
type Shown = keyof typeof recipientNames;
const options = Object.entries(recipientNames).map(([value, label]) => ({ value, label }));

/** A letter that is scheduled, being sent, or ended: its progress and what became of it. */
export function LetterProgress({ letter }: { letter: LetterDetail }) {
  const [isPreviewed, setIsPreviewed] = useState(false);
  const { id, state, figures, recipients, heldUntil, heldReason, fault } = letter;
  const cancel = useSend('POST /admin/letter/cancel', { done: '已取消定时，回到草稿' });
  const stop = useSend('POST /admin/letter/stop', { done: '已停止' });
  const resume = useSend('POST /admin/letter/resume', { done: '继续发送' });
  return (
    <Page
      title={subjectOf(letter)}
      about={<Link to="/letters">‹ 邮件报</Link>}
      tools={
        <>
          <Chip tone={stateNames[state].tone}>{stateNames[state].name}</Chip>
          <Button onClick={() => setIsPreviewed(true)}>预览</Button>
          {state === 'scheduled' && <Button onClick={() => void cancel.send({ id })}>取消定时</Button>}
          {state === 'sending' && (
            <ConfirmButton
              title="停止发送？"
              content="已经交给邮件服务器的信不能收回，其余的不再发送。可以再继续。"
              isDanger
              onOk={() => stop.send({ id })}
            >
              停止
            </ConfirmButton>
          )}
          {state === 'stopped' && <Button onClick={() => void resume.send({ id })}>继续发送</Button>}
        </>
      }
    >
      <div className={s.progress}>
        {heldUntil && (
          <Alert
            type="warning"
            showIcon
            role="status"
            title={`邮件服务器暂时不接收，${showTime(heldUntil)} 再试`}
            description={heldReason}
          />
        )}
        {fault && <Alert type="error" showIcon title={fault} />}
        {figures && <Progress percent={percentOf(figures, letter)} aria-label="进度" />}
        <Facts
          facts={[
            ['种类', subscriptionNames[letter.subscription]],
            ['发给', audienceNames[letter.audience]],
            ['定时', letter.scheduledAt && showTime(letter.scheduledAt)],
            ['开始', letter.startedAt && showTime(letter.startedAt)],
            ['结束', letter.endedAt && showTime(letter.endedAt)],
            ['收件人', figures && `${showNumber(recipients)}${letter.isListed ? '' : '，还在列出'}`],
            ['送出', figures && showNumber(figures.sent)],
            ['等待', figures && showNumber(Math.max(0, recipients - doneOf(figures)))],
            ['失败', figures && showNumber(figures.failed)],
            ['不明', figures && `${showNumber(figures.unknown)}（没有收到答复，不再重发）`],
            ['略过', figures && `${showNumber(figures.skipped)}（退订、停用、退信或已无内容）`],
            ['由这封信退订', figures && showNumber(figures.unsubscribed)],
            ['打开', figures && readingsOf(figures.opened, figures, letter)],
            ['点击', figures && readingsOf(figures.clicked, figures, letter)],
          ]}
        />
      </div>
      {figures && <Recipients id={id} />}
      {isPreviewed && <LetterPreview id={id} onClose={() => setIsPreviewed(false)} />}
    </Page>
  );
}

/** A number of readers with its share of the letters that arrived; undefined if none were counted. */
function readingsOf(count: number, { sent }: Figures, { isCounted }: LetterDetail): string | undefined {
  if (!isCounted && count === 0) return undefined;
  return sent > 0 ? `${showNumber(count)}（${((count / sent) * 100).toFixed(1)}%）` : showNumber(count);
}

// The recipients are known at once, the figures are counted every few seconds.
const doneOf = ({ sent, failed, unknown, skipped }: Figures): number => sent + failed + unknown + skipped;

const percentOf = (figures: Figures, { recipients, isListed }: LetterDetail): number =>
  recipients > 0 ? Math.min(100, Math.floor((doneOf(figures) / recipients) * 100)) : isListed ? 100 : 0;

function Recipients({ id }: { id: string }) {
  const [state, setState] = useState<Shown>('failed');
  const list = usePages('GET /admin/letter/recipients', { id, state });
  return (
    <Section
      title="收件人"
      tools={
        <Select
          aria-label="状态"
          options={options}
          value={state}
          onChange={(next) => setState(next as Shown)}
        />
      }
    >
      <DataTable label="收件人" list={list} columns={columns} isSelectable={false} />
    </Section>
  );
}

type Recipient = { id: string; memberId: string; memberName: string; fault: string; endedAt: string | null };

const columns: DataColumn<Recipient>[] = [
  { key: 'memberName', title: '会员', width: 180 },
  { key: 'fault', title: '原因' },
  {
    key: 'endedAt',
    title: '时间',
    width: 120,
    from: 'md',
    render: ({ endedAt }) => endedAt && <time dateTime={endedAt}>{showTime(endedAt)}</time>,
  },
];
