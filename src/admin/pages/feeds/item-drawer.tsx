import { Button, Drawer } from 'antd';
import { Link, useNavigate } from 'react-router';
import type { FeedItem } from '#features/feeds/schema.ts';
import { Prose } from '#ui/article/prose.tsx';
import { Failed } from '#ui/states/void.tsx';
import { call } from '../../api.ts';
import { showTime } from '../../parts/show-time.ts';
import { useLoad } from '../../parts/use-load.ts';
import s from './feeds.module.css';
import type { Decisions } from './use-decisions.ts';

export interface ItemDrawerProps {
  item: FeedItem | undefined;
  decisions: Decisions;
  onClose: () => void;
}

/** One item as it came, and what can be done with it. */
export function ItemDrawer({ item, decisions, onClose }: ItemDrawerProps) {
  return (
    <Drawer title="来稿" open={item !== undefined} onClose={onClose} size={760} destroyOnHidden>
      {item && <Preview item={item} decisions={decisions} />}
    </Drawer>
  );
}

function Preview({ item, decisions }: { item: FeedItem; decisions: Decisions }) {
  const navigate = useNavigate();
  const { data, fault, reload } = useLoad(item.id, (signal) =>
    call('GET /admin/feed/item', { query: { id: item.id }, silent: true, signal }),
  );
  if (fault) return <Failed level={3} message={fault.message} onRetry={reload} />;
  if (!data) return <p role="status">正在取来稿 …</p>;
  const { isBusy, approve, dismiss } = decisions;
  const edit = async () => {
    const [made] = await approve([item], 'draft');
    if (made) await navigate(`/posts/${made.postId}`);
  };
  return (
    <div className={s.sheet}>
      <p className={s.facts}>
        <span>{data.sourceName}</span>
        {data.author && <span>{data.author}</span>}
        {data.publishedAt && <time dateTime={data.publishedAt}>{showTime(data.publishedAt)}</time>}
        {data.url && (
          <a className="link" href={data.url} target="_blank" rel="noopener noreferrer nofollow">
            看原文
          </a>
        )}
      </p>
      <h2 className={s.headline}>{data.title}</h2>
      <div className={s.text}>
        {data.html ? <Prose html={data.html} /> : <p className={s.hint}>正文太长，没有收下；请看原文。</p>}
      </div>
      {data.state === 'pending' && (
        <>
          <p className={s.hint}>采用时会注明来源，图片存到本站；原文里的脚本已经去掉。</p>
          <div className={s.foot}>
            <Button disabled={isBusy} onClick={() => void dismiss([item])}>
              忽略
            </Button>
            <Button disabled={isBusy} onClick={() => void edit()}>
              存为草稿去改
            </Button>
            <Button type="primary" loading={isBusy} onClick={() => void approve([item], 'published')}>
              发布
            </Button>
          </div>
        </>
      )}
      {data.postId && (
        <Link className="link" to={`/posts/${data.postId}`}>
          打开采用后的稿件
        </Link>
      )}
    </div>
  );
}
