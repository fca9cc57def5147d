import { useDeferredValue, useMemo } from 'react';
import { countWords } from '#shared/text/count-words.ts';
import { wordsOf } from './body-words.ts';
import s from './editor.module.css';

/** Characters an adult reads of such text in a minute. */
const perMinute = 400;

/** 字数 and reading time of the body, a moment behind the writing. */
export function WordCount({ html }: { html: string }) {
  const counted = useDeferredValue(html);
  const words = useMemo(() => countWords(wordsOf(counted)), [counted]);
  return (
    <p className={s.count}>
      <span className="fig">{words.toLocaleString('zh-CN')}</span> 字 · 约读{' '}
      <span className="fig">{Math.max(1, Math.ceil(words / perMinute))}</span> 分钟
    </p>
  );
}
