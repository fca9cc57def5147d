import { Alert, Button, Input } from 'antd';
import { useState } from 'react';
import { usePermit } from '#client/permissions.tsx';
import { toasts } from '#client/toasts.ts';
import type { ReviewItem } from '#features/moderation/calls.ts';
import { call } from '../../../api.ts';
import { faultOf } from '../../../parts/use-load.ts';
import s from '../moderation.module.css';

export interface DecideFormProps {
  item: ReviewItem;
  /** What was submitted is not there any more: it can only go back. */
  isRejectOnly?: boolean;
  onDecided: () => void;
}

/** Yes, or no with a reason. */
export function DecideForm({ item, isRejectOnly = false, onDecided }: DecideFormProps) {
  const [note, setNote] = useState('');
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState<'approved' | 'rejected'>();
  const isChief = usePermit('*');
  if (item.isOwn && !isChief)
    return <Alert type="info" showIcon title="这是您自己送审的，要由另一位审核员处理。" />;

  const decide = async (decision: 'approved' | 'rejected') => {
    if (decision === 'rejected' && note.trim() === '') return setFault('请写明退回的理由，作者会看到');
    setBusy(decision);
    try {
      await call('POST /admin/moderation/decide', { body: { id: item.id, decision, note }, silent: true });
      toasts.success(decision === 'approved' ? '已通过' : '已退回，作者会收到通知');
      onDecided();
    } catch (error) {
      setFault(faultOf(error).message);
      setBusy(undefined);
    }
  };
  return (
    <form className={s.decide} aria-label="处理" onSubmit={(event) => event.preventDefault()}>
      <label className={s.field}>
        意见（退回时必填，作者会看到）
        <Input.TextArea
          autoSize={{ minRows: 2, maxRows: 6 }}
          maxLength={500}
          value={note}
          onChange={({ target }) => {
            setNote(target.value);
            setFault(undefined);
          }}
        />
      </label>
      {fault && <Alert type="error" showIcon title={fault} role="alert" />}
      <div className={s.tools}>
        <Button
          loading={busy === 'rejected'}
          disabled={busy !== undefined}
          onClick={() => void decide('rejected')}
        >
          退回
        </Button>
        {!isRejectOnly && (
          <Button
            type="primary"
            loading={busy === 'approved'}
            disabled={busy !== undefined}
            onClick={() => void decide('approved')}
          >
            通过
          </Button>
        )}
      </div>
    </form>
  );
}
