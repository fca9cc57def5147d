import { Alert, Button } from 'antd';
import { usePermit } from '#client/permissions.tsx';
import { toasts } from '#client/toasts.ts';
import type { ReviewStanding } from '#features/posts/desk/schema.ts';
import { call } from '../../../api.ts';
import { showTime } from '../../../parts/show-time.ts';
import { faultOf } from '../../../parts/use-load.ts';
import s from './editor.module.css';

export interface ReviewNoticeProps {
  id: string;
  review: ReviewStanding | null;
  /** The version that is being written. */
  version: number;
  onChanged: () => Promise<void>;
}

/** Where the piece stands with reviewers: it waits, or it came back, and why. */
export function ReviewNotice({ id, review, version, onChanged }: ReviewNoticeProps) {
  const isReviewer = usePermit('content.review');
  if (!review) return null;
  const cancel = async () => {
    try {
      await call('POST /admin/post/cancelReview', { body: { id }, silent: true });
      await onChanged();
      toasts.success('已撤回送审');
    } catch (error) {
      toasts.error(faultOf(error).message);
    }
  };
  if (review.state === 'rejected')
    return (
      <Alert
        className={s.notice ?? ''}
        type="error"
        showIcon
        title={`${review.decidedBy?.name ?? '审核员'}退回了第 ${review.version} 版`}
        description={review.note}
      />
    );
  const isOlder = version > review.version;
  return (
    <Alert
      className={s.notice ?? ''}
      type="info"
      showIcon
      title={`第 ${review.version} 版正在等待审核`}
      description={`${review.submittedBy?.name ?? '编辑'} ${showTime(review.submittedAt)} 送审。${
        isOlder ? '之后的修改不在送审的版本里；再送审一次，会换成最新的一版。' : ''
      }`}
      action={
        (review.isOwn || isReviewer) && (
          <Button size="small" onClick={() => void cancel()}>
            撤回送审
          </Button>
        )
      }
    />
  );
}
