import { Alert, Button, Drawer, Tabs } from 'antd';
import { useRef } from 'react';
import { Link } from 'react-router';
import type { ReviewItem } from '#features/moderation/calls.ts';
import type { ReviewedPost } from '#features/posts/calls.ts';
import { Prose } from '#ui/article/prose.tsx';
import { Failed } from '#ui/states/void.tsx';
import { call } from '../../../api.ts';
import { showTime } from '../../../parts/show-time.ts';
import { useLoad } from '../../../parts/use-load.ts';
import { DiffView } from '../../posts/editor/diff-view.tsx';
import { HitList } from '../hit-list.tsx';
import { useMarkedWords } from '../mark-hits.ts';
import s from '../moderation.module.css';
import { DecideForm } from './decide-form.tsx';

export interface ItemDrawerProps {
  item: ReviewItem | undefined;
  onClose: () => void;
  onDecided: () => void;
}

/** What a reviewer reads before deciding: the text as it would come out, its words, what changes for readers. */
export function ItemDrawer({ item, onClose, onDecided }: ItemDrawerProps) {
  return (
    <Drawer
      title={item?.state === 'pending' ? '审核稿件' : '审核记录'}
      open={item !== undefined}
      onClose={onClose}
      size={860}
      destroyOnHidden
    >
      {item?.kind === 'post' && <Reviewed item={item} onDecided={onDecided} onReload={onDecided} />}
      {item && item.kind !== 'post' && <p>{item.excerpt}</p>}
    </Drawer>
  );
}

type ReviewedProps = { item: ReviewItem; onDecided: () => void; onReload: () => void };

function Reviewed({ item, onDecided, onReload }: ReviewedProps) {
  const { data, fault, reload } = useLoad(item.id, (signal) =>
    call('GET /admin/post/reviewed', { query: { id: item.id }, silent: true, signal }),
  );
  if (fault)
    return (
      <>
        <Failed level={3} message={fault.message} onRetry={reload} />
        {item.state === 'pending' && <DecideForm item={item} isRejectOnly onDecided={onDecided} />}
      </>
    );
  if (!data) return <p role="status">正在取稿件 …</p>;
  return <Sheet reviewed={data} onDecided={onDecided} onReload={onReload} />;
}

function Sheet({
  reviewed,
  onDecided,
  onReload,
}: {
  reviewed: ReviewedPost;
  onDecided: () => void;
  onReload: () => void;
}) {
  const { item, content, html, live, version, headVersion, at, postId } = reviewed;
  const text = useRef<HTMLDivElement>(null);
  const words = item.hits.map(({ found }) => found);
  useMarkedWords(text, words);
  const whole = (
    <div ref={text} className={s.text}>
      <h2 className={s.headline}>{content.title}</h2>
      {content.summary && <p className={s.summary}>{content.summary}</p>}
      <Prose html={html} />
    </div>
  );
  return (
    <div className={s.sheet}>
      <p className={s.facts}>
        <span>{item.submittedBy?.name ?? '系统'} 送审</span>
        <time dateTime={item.submittedAt}>{showTime(item.submittedAt)}</time>
        <span>第 {version} 版</span>
        {at && <span>通过后 {showTime(at)} 发布</span>}
        <Link className="link" to={`/posts/${postId}`}>
          在编辑器里看
        </Link>
      </p>
      {headVersion > version && item.state === 'pending' && (
        <Alert
          type="warning"
          showIcon
          title={`送审之后又改到了第 ${headVersion} 版`}
          description="通过的是送审的这一版；之后的修改留在编辑器里，要另外送审。"
          action={
            <Button size="small" onClick={onReload}>
              重新打开
            </Button>
          }
        />
      )}
      {item.hits.length > 0 && <HitList hits={item.hits} />}
      {live ? (
        <Tabs
          items={[
            { key: 'diff', label: '与线上的不同', children: <DiffView before={live} after={content} /> },
            { key: 'whole', label: '全文', children: whole, forceRender: true },
          ]}
        />
      ) : (
        whole
      )}
      {item.state === 'pending' ? (
        <DecideForm item={item} onDecided={onDecided} />
      ) : (
        <p className={s.hint}>
          {item.decidedBy
            ? `${item.decidedBy.name} ${item.state === 'approved' ? '通过' : '退回'}`
            : '送审人撤回'}
          {item.note && `：${item.note}`}
        </p>
      )}
    </div>
  );
}
