import { Alert, Button } from 'antd';
import { useSend } from '#admin/parts/data.ts';
import { showTime } from '#admin/parts/show-time.ts';
import { usePermit } from '#client/permissions.tsx';
import type { ReviewStatus } from '../../manage/schema.ts';

type ReviewProps = {
  id: string;
  review: ReviewStatus | null;
  version: number;
};

/** Shows that the post waits for a reviewer, or that a reviewer sent it back and why. */
export function ReviewNotice({ id, review, version }: ReviewProps) {
  const isReviewer = usePermit('content.review');
  const { send, isSending } = useSend('POST /admin/post/cancelReview', { done: '已撤回送审' });
  if (!review) return null;
  if (review.state !== 'pending') {
    const did =
      review.state === 'changes' ? `要求修改第 ${review.version} 版` : `退回了第 ${review.version} 版`;
    return (
      <Alert
        type={review.state === 'changes' ? 'warning' : 'error'}
        showIcon
        title={`${review.decidedBy?.name ?? '审核员'}${did}`}
        description={review.state === 'changes' ? `${review.note} 改好后请再次送审。` : review.note}
      />
    );
  }
  const newerNote =
    version > review.version ? '之后的修改不在送审的版本里；再送审一次，会换成最新的一版。' : '';
  return (
    <Alert
      type="info"
      showIcon
      title={`第 ${review.version} 版正在等待审核`}
      description={`${review.submittedBy?.name ?? '编辑'} ${showTime(review.submittedAt)} 送审。${newerNote}`}
      action={
        (review.isOwn || isReviewer) && (
          <Button size="small" loading={isSending} onClick={() => void send({ id })}>
            撤回送审
          </Button>
        )
      }
    />
  );
}
