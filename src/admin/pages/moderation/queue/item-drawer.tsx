import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import type { ReviewItem } from '#features/moderation/review/schema.ts';
import { Failed } from '#ui/states/void.tsx';
import { call } from '../../../api.ts';
import { type Load, useLoad } from '../../../parts/use-load.ts';
import { CommentSheet } from './comment-sheet.tsx';
import { DecideForm } from './decide-form.tsx';
import { ReferenceFacts } from './reference-facts.tsx';
import { ReviewSheet } from './review-sheet.tsx';

export interface ItemDrawerProps {
  item: ReviewItem | undefined;
  onClose: () => void;
  onDecided: () => void;
}

const kindNames = { post: '稿件', reference: '内参', comment: '评论' };

/** What a reviewer reads before deciding. */
export function ItemDrawer({ item, onClose, onDecided }: ItemDrawerProps) {
  return (
    <Drawer
      title={item?.state === 'pending' ? `审核${kindNames[item.kind]}` : '审核记录'}
      open={item !== undefined}
      onClose={onClose}
      size={860}
      destroyOnHidden
    >
      {item?.kind === 'post' && <ReviewedPiece item={item} onDecided={onDecided} />}
      {item?.kind === 'reference' && <ReviewedReference item={item} onDecided={onDecided} />}
      {item?.kind === 'comment' && <CommentSheet item={item} onDecided={onDecided} />}
    </Drawer>
  );
}

type ReviewedProps = { item: ReviewItem; onDecided: () => void };

function ReviewedPiece({ item, onDecided }: ReviewedProps) {
  const loaded = useLoad(item.id, (signal) =>
    call('GET /admin/post/reviewed', { query: { id: item.id }, silent: true, signal }),
  );
  return (
    <WhenThere item={item} loaded={loaded} onDecided={onDecided}>
      {(reviewed) => <ReviewSheet reviewed={reviewed} onDecided={onDecided} />}
    </WhenThere>
  );
}

function ReviewedReference({ item, onDecided }: ReviewedProps) {
  const loaded = useLoad(item.id, (signal) =>
    call('GET /admin/reference/reviewed', { query: { id: item.id }, silent: true, signal }),
  );
  return (
    <WhenThere item={item} loaded={loaded} onDecided={onDecided}>
      {(reviewed) => (
        <ReviewSheet reviewed={reviewed} mayDecide={reviewed.mayDecide} onDecided={onDecided}>
          <ReferenceFacts reviewed={reviewed} />
        </ReviewSheet>
      )}
    </WhenThere>
  );
}

type WhenThereProps<T> = ReviewedProps & { loaded: Load<T>; children: (data: T) => ReactNode };

/** What was submitted may be there no more: then it can only go back. */
function WhenThere<T>({ item, loaded, onDecided, children }: WhenThereProps<T>) {
  const { data, fault, reload } = loaded;
  if (fault)
    return (
      <>
        <Failed level={3} message={fault.message} onRetry={reload} />
        {item.state === 'pending' && <DecideForm item={item} isRejectOnly onDecided={onDecided} />}
      </>
    );
  if (!data) return <p role="status">正在取稿件 …</p>;
  return children(data);
}
