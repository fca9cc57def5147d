import { Alert, Button, Tabs } from 'antd';
import { type ReactNode, useRef } from 'react';
import { Link } from 'react-router';
import { DiffView } from '#admin/parts/editor/diff-view.tsx';
import { HitList } from '#admin/parts/hit-list.tsx';
import { Row } from '#admin/parts/layout/page.tsx';
import { showTime } from '#admin/parts/show-time.ts';
import type { ReviewedPost } from '#features/posts/manage/schema.ts';
import { nameUnseen } from '#shared/unseen.ts';
import { Prose } from '#ui/article/prose.tsx';
import s from '../moderation.module.css';
import { useHighlightedWords } from '../use-highlighted-words.ts';
import { Outcome } from './outcome.tsx';

type Props = {
  reviewed: ReviewedPost;
  /** Shown between the facts and the text. */
  children?: ReactNode;
  /** Whether the member may decide, if the server says so. */
  mayDecide?: boolean;
  onClose: () => void;
};

/** A post under review: the text as it would be published, its sensitive words, and what changes for readers. */
export function PostReview({ reviewed, children, mayDecide, onClose }: Props) {
  const { item, content, live, version, headVersion } = reviewed;
  const wholeText = <WholeText key={version} reviewed={reviewed} />;
  return (
    <>
      <Submission reviewed={reviewed} />
      {headVersion > version && item.state === 'pending' && (
        <Alert
          type="warning"
          showIcon
          title={`送审之后又改到了第 ${headVersion} 版`}
          description="通过的是送审的这一版；之后的修改留在编辑器里，要另外送审。"
          action={
            <Button size="small" onClick={onClose}>
              重新打开
            </Button>
          }
        />
      )}
      {children}
      {item.hits.length > 0 && <HitList hits={item.hits} />}
      {reviewed.unseen.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={`读者会看不到：${reviewed.unseen.map(nameUnseen).join('、')}`}
        />
      )}
      {live ? (
        <Tabs
          items={[
            { key: 'diff', label: '与线上的不同', children: <DiffView before={live} after={content} /> },
            { key: 'whole', label: '全文', children: wholeText, forceRender: true },
          ]}
        />
      ) : (
        wholeText
      )}
      {reviewed.refusal && item.state === 'pending' ? (
        <Alert type="info" showIcon title={`${reviewed.refusal}，要由负责它的审核员处理。`} />
      ) : (
        <Outcome item={item} mayDecide={mayDecide} onDecided={onClose} />
      )}
    </>
  );
}

const Submission = ({ reviewed: { item, version, at, postId } }: Pick<Props, 'reviewed'>) => (
  <Row>
    <span>{item.submittedBy?.name ?? '系统'} 送审</span>
    <time dateTime={item.submittedAt}>{showTime(item.submittedAt)}</time>
    <span>第 {version} 版</span>
    {at && <span>通过后 {showTime(at)} 发布</span>}
    <Link className="link" to={`/posts/${postId}`}>
      在编辑器里看
    </Link>
  </Row>
);

function WholeText({ reviewed: { item, content, html } }: Pick<Props, 'reviewed'>) {
  const text = useRef<HTMLDivElement>(null);
  useHighlightedWords(
    text,
    item.hits.map(({ found }) => found),
  );
  return (
    <div ref={text} className={s.text}>
      <h2 className={s.headline}>{content.title}</h2>
      {content.summary && <p className={s.summary}>{content.summary}</p>}
      <Prose html={html} />
    </div>
  );
}
