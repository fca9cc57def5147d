import { Link } from 'react-router';
import { Chip, type ChipTone } from '#admin/parts/chip.tsx';
import { Quiet, Row } from '#admin/parts/layout/page.tsx';
import type { TraceAnswer } from '../tracing/schema.ts';
import s from './leaks.module.css';
import { ReaderLink } from './reader-link.tsx';

type Copy = TraceAnswer['copies'][number];

const confidenceLabels: Record<Copy['confidence'], { label: string; tone: ChipTone; note: string }> = {
  certain: { label: '确定', tone: 'good', note: '印记完整，文字也出自这一篇。' },
  probable: {
    label: '很可能',
    tone: 'info',
    note: '印记是真的，但经过修补，或者文字太少、原文已不在，无从对照。',
  },
  doubtful: {
    label: '存疑',
    tone: 'warn',
    note: '印记是真的，但文字不出自这一篇：可能有人把别人的印记贴进了别的文字，也可能混了大段别的内容。不要单凭它认定来源。',
  },
};

/** A copy that matches a text, with the confidence of the match. */
export function FoundCopy({ copy }: { copy: Copy }) {
  const { reader, post, day, whole, mended, overlap, confidence } = copy;
  const { label, tone, note } = confidenceLabels[confidence];
  return (
    <li className={s.copy}>
      <Row>
        <ReaderLink reader={reader} />
        <Chip tone={tone}>{label}</Chip>
      </Row>
      <p>
        {day} 读的
        {post ? (
          <Link className="link" to={`/posts/${post.id}`}>
            《{post.title}》
          </Link>
        ) : (
          '一篇已不在的文章'
        )}
      </p>
      <Quiet>
        完整的印记 {whole} 处{mended > 0 && `，修补的 ${mended} 处`}
        {overlap !== null && ` · 文字有 ${overlap}% 出自这一篇`}
      </Quiet>
      <Quiet>{note}</Quiet>
    </li>
  );
}
