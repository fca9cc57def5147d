import { Button } from 'antd';
import { Link, useNavigate } from 'react-router';
import { useRead, useSend } from '#admin/parts/data.ts';
import { Quiet, Row } from '#admin/parts/layout/page.tsx';
import { ReadDrawer } from '#admin/parts/layout/side-drawer.tsx';
import { showTime } from '#admin/parts/show-time.ts';
import { Prose } from '#ui/article/prose.tsx';
import type { Approved, FeedItemDetail } from '../schema.ts';
import s from './feeds.module.css';

const doneMessages: Record<Approved['state'], string> = {
  published: '已发布',
  draft: '已存为草稿',
  held: '已送审',
};

type Props = { id: string; onClose: () => void };

export const ItemDrawer = ({ id, onClose }: Props) => (
  <ReadDrawer
    read={useRead('GET /admin/feed/item', { id })}
    noun="来稿"
    title="来稿"
    width={760}
    onClose={onClose}
  >
    {(item) => (
      <>
        <ItemOrigin item={item} />
        <h2 className={s.headline}>{item.title}</h2>
        {item.html ? <Prose html={item.html} /> : <Quiet>正文太长，没有收下；请看原文。</Quiet>}
        {item.state === 'pending' && <ItemDecision id={id} onClose={onClose} />}
        {item.postId && (
          <Link className="link" to={`/posts/${item.postId}`}>
            打开采用后的稿件
          </Link>
        )}
      </>
    )}
  </ReadDrawer>
);

const ItemOrigin = ({ item: { sourceName, author, publishedAt, url } }: { item: FeedItemDetail }) => (
  <Row>
    <span>{sourceName}</span>
    {author && <span>{author}</span>}
    {publishedAt && <time dateTime={publishedAt}>{showTime(publishedAt)}</time>}
    {url && (
      <a className="link" href={url} target="_blank" rel="noopener noreferrer nofollow">
        看原文
      </a>
    )}
  </Row>
);

function ItemDecision({ id, onClose }: Props) {
  const navigate = useNavigate();
  const approval = useSend('POST /admin/feed/approve', {
    done: ({ state }) => doneMessages[state],
    onDone: ({ postId }, { as }) => {
      onClose();
      if (as === 'draft') void navigate(`/posts/${postId}`);
    },
  });
  const dismissal = useSend('POST /admin/feed/dismiss', { done: '已忽略', onDone: onClose });
  const isBusy = approval.isSending || dismissal.isSending;
  return (
    <>
      <Quiet>采用时会注明来源，图片存到本站；原文里的脚本已经去掉。</Quiet>
      <Row>
        <Button disabled={isBusy} onClick={() => void dismissal.send({ ids: [id] })}>
          忽略
        </Button>
        <Button disabled={isBusy} onClick={() => void approval.send({ id, as: 'draft' })}>
          存为草稿去改
        </Button>
        <Button type="primary" disabled={isBusy} onClick={() => void approval.send({ id, as: 'published' })}>
          发布
        </Button>
      </Row>
    </>
  );
}
