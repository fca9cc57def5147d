import { Checkbox } from 'antd';
import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import { call } from '../../../api.ts';
import { useLoad } from '../../../parts/use-load.ts';
import s from './editor.module.css';

/** Closes the comments of a piece or opens them again: at once, apart from what is being written. */
export function CommentsSwitch({ id }: { id: string }) {
  const { data, fault, reload } = useLoad(id, (signal) =>
    call('GET /admin/post/talk', { query: { id }, silent: true, signal }),
  );
  const [set, setSet] = useState<boolean>();
  const [isBusy, setIsBusy] = useState(false);
  if (fault) return null;
  const isClosed = set ?? data?.areCommentsClosed ?? false;
  const change = async (to: boolean) => {
    setIsBusy(true);
    try {
      const talk = await call('POST /admin/post/closeComments', { body: { id, isClosed: to } });
      setSet(talk.areCommentsClosed);
      toasts.success(talk.areCommentsClosed ? '已关闭评论' : '已开放评论');
    } catch {
      // The person has been told in an alert.
      reload();
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <div className={s.checks}>
      <Checkbox
        checked={isClosed}
        disabled={!data || isBusy}
        onChange={({ target }) => void change(target.checked)}
      >
        关闭评论
      </Checkbox>
      <small>立即生效{data && data.comments > 0 && `，已有 ${data.comments} 条`}</small>
    </div>
  );
}
