import { Alert, Button } from 'antd';
import { useState } from 'react';
import { forgetCopy, readCopy } from '#client/local-copy.ts';
import { useUser } from '#client/stores.ts';
import type { Content, DeskPost } from '#features/posts/desk/schema.ts';
import { toIso } from '#shared/dates.ts';
import { showTime } from '../../../parts/show-time.ts';
import s from './editor.module.css';

/** Offers what this browser kept when the server could not be reached; taking it goes on as a change. */
export function LocalCopyOffer({ post, onTake }: { post: DeskPost; onTake: (content: Content) => void }) {
  const memberId = useUser(({ userInfo }) => userInfo?.id ?? '');
  const of = { place: 'desk', memberId, id: post.id } as const;
  const [copy, setCopy] = useState(() => {
    const kept = readCopy<Content>(of);
    return kept && JSON.stringify(kept.content) !== JSON.stringify(post.content) ? kept : undefined;
  });
  if (!copy) return null;
  const isOld = copy.base !== post.version;
  return (
    <Alert
      className={s.notice ?? ''}
      type="info"
      showIcon
      title={`这台电脑上有一份没有保存的内容，写于 ${showTime(toIso(new Date(copy.at)))}`}
      description={
        isOld ? '之后稿件又被保存过，恢复后会成为新的一版；原来的可以在“版本”里找到。' : '可以接着写。'
      }
      action={
        <span className={s.offer}>
          <Button
            size="small"
            onClick={() => {
              onTake(copy.content);
              setCopy(undefined);
            }}
          >
            恢复
          </Button>
          <Button
            size="small"
            type="text"
            onClick={() => {
              forgetCopy(of);
              setCopy(undefined);
            }}
          >
            丢弃
          </Button>
        </span>
      }
    />
  );
}
