import { Alert, Button, Input } from 'antd';
import { useState } from 'react';
import { usePermit } from '#client/permissions.tsx';
import { toasts } from '#client/toasts.ts';
import type { ReviewItem } from '#features/moderation/review/schema.ts';
import { call } from '../../../api.ts';
import { faultOf } from '../../../parts/use-load.ts';
import s from '../moderation.module.css';

export interface DecideFormProps {
  item: ReviewItem;
  /** What was submitted is not there any more: it can only go back. */
  isRejectOnly?: boolean;
  /** What the server has said about it; by default nobody's own but the chief's. */
  mayDecide?: boolean;
  onDecided: () => void;
}

type Decision = 'approved' | 'rejected' | 'changes';

const missing = { rejected: '请写明退回的理由，作者会看到', changes: '请写明要修改的地方，作者会看到' };
const done = { approved: '已通过', rejected: '已退回，作者会收到通知', changes: '已请作者修改' };

/** Yes, no with a reason, or not yet with what is to be done. */
export function DecideForm({ item, isRejectOnly = false, mayDecide, onDecided }: DecideFormProps) {
  const [note, setNote] = useState('');
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState<Decision>();
  const isChief = usePermit('*');
  if (!(mayDecide ?? (!item.isOwn || isChief)))
    return <Alert type="info" showIcon title="这是您自己写的或送审的，要由另一位审核员处理。" />;

  const decide = async (decision: Decision) => {
    if (decision !== 'approved' && note.trim() === '') return setFault(missing[decision]);
    setBusy(decision);
    try {
      await call('POST /admin/moderation/decide', { body: { id: item.id, decision, note }, silent: true });
      toasts.success(done[decision]);
      onDecided();
    } catch (error) {
      setFault(faultOf(error).message);
      setBusy(undefined);
    }
  };
  return (
    <form className={s.decide} aria-label="处理" onSubmit={(event) => event.preventDefault()}>
      <label className={s.field}>
        意见（退回和要求修改时必填，作者会看到）
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
        {!isRejectOnly && item.kind !== 'comment' && (
          <Button
            loading={busy === 'changes'}
            disabled={busy !== undefined}
            onClick={() => void decide('changes')}
          >
            要求修改
          </Button>
        )}
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
