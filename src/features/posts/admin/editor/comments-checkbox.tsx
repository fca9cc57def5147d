import { Checkbox } from 'antd';
import { queryClient, useRead, useSend } from '#admin/parts/data.ts';
import { Quiet, Row } from '#admin/parts/layout/page.tsx';

/** Closes or reopens a post's comments immediately, independently of the draft. */
export function CommentsCheckbox({ id }: { id: string }) {
  const { data, isError } = useRead('GET /admin/post/talk', { id });
  const { send, sent } = useSend('POST /admin/post/closeComments', {
    done: ({ areCommentsClosed }) => (areCommentsClosed ? '已关闭评论' : '已开放评论'),
    onDone: (settings) => queryClient.setQueryData(['GET /admin/post/talk', { id }], settings),
  });
  if (isError && !data) return null;
  return (
    <Row>
      <Checkbox
        checked={sent?.isClosed ?? data?.areCommentsClosed ?? false}
        disabled={!data || sent !== undefined}
        onChange={({ target }) => void send({ id, isClosed: target.checked })}
      >
        关闭评论
      </Checkbox>
      <Quiet>立即生效{data && data.comments > 0 && `，已有 ${data.comments} 条`}</Quiet>
    </Row>
  );
}
