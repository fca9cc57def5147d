import { formatCount } from '#shared/numbers.ts';
import { Byline, bylineFields, type StoryFields } from './byline.tsx';
import { Headline, HeadlineLink, type TitleText } from './headline.tsx';
import s from './rank-list.module.css';

export interface RankItem extends TitleText {
  href: string;
  /** Views in the period; shown if given. */
  views?: number | undefined;
}

/** Ranks 1–10 in serif numerals, the first three in vermilion. `dense`: the smaller rows of the front page. */
export function RankList({ items, dense = false }: { items: readonly RankItem[]; dense?: boolean }) {
  return (
    <ol className={dense ? `${s.rank} ${s.dense}` : s.rank}>
      {items.map((item) => (
        <li key={item.href}>
          <HeadlineLink title={item.title} breaks={item.breaks} href={item.href} />
          {item.views !== undefined && <span className={s.views}>{formatCount(item.views)}阅读</span>}
        </li>
      ))}
    </ol>
  );
}

/** The least prominent form of a story: a headline in text size and its byline. */
export function StoryText(story: StoryFields) {
  const { title, breaks, href } = story;
  return (
    <article className={s.text}>
      <Headline className={s.title} level={story.level ?? 3} title={title} breaks={breaks} href={href} />
      <Byline className={s.by} {...bylineFields(story)} />
    </article>
  );
}
