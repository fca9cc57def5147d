import { Alert, Button, Tabs } from 'antd';
import { type ReactNode, useRef } from 'react';
import { Link } from 'react-router';
import type { ReviewedPost } from '#features/posts/desk/schema.ts';
import { Prose } from '#ui/article/prose.tsx';
import { showTime } from '../../../parts/show-time.ts';
import { DiffView } from '../../posts/editor/diff-view.tsx';
import { HitList } from '../hit-list.tsx';
import { useMarkedWords } from '../mark-hits.ts';
import s from '../moderation.module.css';
import { DecideForm } from './decide-form.tsx';
import { outcomeOf } from './outcome.ts';

type ReviewSheetProps = {
  reviewed: ReviewedPost;
  /** What stands between the facts and the text. */
  children?: ReactNode;
  /** Whether the caller may decide, where the server has said so. */
  mayDecide?: boolean;
  onDecided: () => void;
};

/** A piece as a reviewer reads it before deciding: the text as it would come out, its words, what changes for readers. */
export function ReviewSheet({ reviewed, children, mayDecide, onDecided }: ReviewSheetProps) {
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
            <Button size="small" onClick={onDecided}>
              重新打开
            </Button>
          }
        />
      )}
      {children}
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
        <DecideForm item={item} {...(mayDecide !== undefined && { mayDecide })} onDecided={onDecided} />
      ) : (
        <p className={s.hint}>{outcomeOf(item)}</p>
      )}
    </div>
  );
}
