import type { ReferenceDetail } from '#features/references/schema.ts';
import { Button } from '#ui/controls/button.tsx';
import { Notice } from '#ui/states/notice.tsx';
import { silent, useAct } from '../../../../parts/use-act.ts';
import { useSurroundings } from '../../../../site.ts';
import { stampOf } from '../../stamp.ts';
import { isWaiting } from '../words.ts';

type StandingNoticesProps = {
  reference: ReferenceDetail;
  fault: string | undefined;
  onReopen: (id: string) => void;
};

/** What its writer should know of where a reference stands: that it waits, or why it was sent back. */
export function StandingNotices({ reference, fault, onReopen }: StandingNoticesProps) {
  const { id, review, state, revision } = reference;
  const { today } = useSurroundings();
  const { isBusy, error, run } = useAct();
  const cancel = () =>
    run(async (call) => {
      await call('POST /internalReference/cancelReview', { body: { id }, ...silent });
      onReopen(id);
    });
  const failure = error ?? fault;
  return (
    <>
      {failure && (
        <Notice tone="danger" icon="warn" role="alert">
          {failure}
        </Notice>
      )}
      {isWaiting(reference) && (
        <Notice
          tone="info"
          icon="clock"
          action={
            <Button size="s" busy={isBusy} onClick={() => void cancel()}>
              撤回送审
            </Button>
          }
        >
          {review ? `${stampOf(review.submittedAt, today).text} 提交审核，` : '正在审核，'}
          这时不能修改；撤回送审后可以接着改。
        </Notice>
      )}
      {review && review.state !== 'pending' && (
        <Notice tone="warning" icon="warn">
          {review.state === 'changes' ? '审核要求修改：' : '没有通过审核：'}
          {review.note || '审核没有写明原因，可以联系编辑部。'}
        </Notice>
      )}
      {state === 'published' && revision === null && (
        <Notice tone="info">已经发布。改动提交后要重新审核，审核通过前读者看到的还是现在这一版。</Notice>
      )}
      {state === 'withdrawn' && <Notice tone="info">已经撤下，读者看不到。改好后可以再提交审核。</Notice>}
    </>
  );
}
