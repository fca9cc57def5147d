import { Button } from '#ui/controls/button.tsx';
import { Notice } from '#ui/states/notice.tsx';
import { formatStamp } from '#web/parts/personal/stamp.ts';
import { silent, useAction } from '#web/parts/use-action.ts';
import { useSiteContext } from '#web/site.ts';
import type { ReferenceDetail } from '../../schema.ts';
import { isInReview } from '../reference-status.ts';

type ReviewNoticesProps = {
  reference: ReferenceDetail;
  openError: string | undefined;
  onReopen: (id: string) => void;
};

/** Tells the writer the state of a reference: that it awaits review, or why it was sent back. */
export function ReviewNotices({ reference, openError, onReopen }: ReviewNoticesProps) {
  const { id, review, state, revision } = reference;
  const { today } = useSiteContext();
  const { isBusy, error, run } = useAction();
  const cancel = () =>
    run(async (call) => {
      await call('POST /internalReference/cancelReview', { body: { id }, ...silent });
      onReopen(id);
    });
  const message = error ?? openError;
  return (
    <>
      {message && (
        <Notice tone="danger" icon="warn" role="alert">
          {message}
        </Notice>
      )}
      {isInReview(reference) && (
        <Notice
          tone="info"
          icon="clock"
          action={
            <Button size="s" busy={isBusy} onClick={() => void cancel()}>
              撤回送审
            </Button>
          }
        >
          {review ? `${formatStamp(review.submittedAt, today).text} 提交审核，` : '正在审核，'}
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
