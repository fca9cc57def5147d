import { useDeferredValue, useMemo } from 'react';
import { countWords } from '#shared/text/count-words.ts';
import { storedMark } from './body-html.ts';
import { countableText } from './countable-text.ts';
import s from './editor.module.css';

/** Reading speed of adults, in characters per minute. */
const charactersPerMinute = 400;

/**
 * Character count (字数) and reading time of the body; updated with a delay. With a paywall mark it counts the parts above
 * and below it, and warns if nothing is below.
 */
export function WordCount({ html }: { html: string }) {
  const deferredHtml = useDeferredValue(html);
  const [open = 0, paid] = useMemo(
    () => deferredHtml.split(storedMark).map((part) => countWords(countableText(part))),
    [deferredHtml],
  );
  const total = open + (paid ?? 0);
  return (
    <p className={s.count}>
      {paid === undefined ? (
        <Figure count={total} />
      ) : (
        <>
          免费 <Figure count={open} /> · 付费 <Figure count={paid} />
        </>
      )}{' '}
      · 约读 <span className="fig">{Math.max(1, Math.ceil(total / charactersPerMinute))}</span> 分钟
      {paid === 0 && <strong className={s.warning}>付费线以下还没有文字</strong>}
    </p>
  );
}

const Figure = ({ count }: { count: number }) => (
  <>
    <span className="fig">{count.toLocaleString('zh-CN')}</span> 字
  </>
);
