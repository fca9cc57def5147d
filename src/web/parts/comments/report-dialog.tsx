import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import type { ReportReason } from '#features/comments/schema.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field, Radio, Textarea } from '#ui/controls/field.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { silent, useAction } from '../use-action.ts';
import s from './report-dialog.module.css';

const reasons: readonly { reason: ReportReason; label: string }[] = [
  { reason: 'spam', label: '广告或刷屏' },
  { reason: 'abuse', label: '辱骂或人身攻击' },
  { reason: 'illegal', label: '违法违规' },
  { reason: 'securities', label: '荐股或诱导交易' },
  { reason: 'rumour', label: '谣言或不实信息' },
  { reason: 'other', label: '其他' },
];

export function ReportDialog({ id, onClose }: { id: string | null; onClose: () => void }) {
  return (
    <Dialog open={id !== null} onClose={onClose} title="举报评论">
      {id !== null && <ReportForm key={id} id={id} onClose={onClose} />}
    </Dialog>
  );
}

function ReportForm({ id, onClose }: { id: string; onClose: () => void }) {
  const [reason, setReason] = useState<ReportReason>('spam');
  const [note, setNote] = useState('');
  const { isBusy, error, run } = useAction();

  async function send() {
    const isSent = await run(async (call) => {
      await call('POST /member/reportComment', { body: { id, reason, note }, ...silent });
    });
    if (!isSent) return;
    toasts.success('已举报，编辑部会尽快处理');
    onClose();
  }

  return (
    <form
      className={s.form}
      data-record={id}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <fieldset className={s.reasons}>
        <legend className="vh">举报原因</legend>
        {reasons.map((option) => (
          <Radio
            key={option.reason}
            name="reason"
            checked={reason === option.reason}
            onChange={() => setReason(option.reason)}
          >
            {option.label}
          </Radio>
        ))}
      </fieldset>
      <Field label="补充说明" hint={reason === 'other' ? '请写明原因' : '可以不填'} error={error}>
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxLength={200}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
      <div className={s.foot}>
        <Button onClick={onClose}>取消</Button>
        <Button tone="ink" type="submit" busy={isBusy}>
          举报
        </Button>
      </div>
    </form>
  );
}
