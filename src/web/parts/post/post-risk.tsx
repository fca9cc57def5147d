import { riskNotice } from '#shared/risk-notice.ts';
import { ArticleRisk } from './article-layout.tsx';
import { noteSlots, type PostSlotData } from './post-slot.ts';

/** The site's risk warning below a post, after what features note about the post. */
export function PostRisk({ data }: { data: PostSlotData }) {
  const noted = noteSlots.flatMap((slot) => (data[slot.key] ? [{ ...slot, data: data[slot.key] }] : []));
  const [riskText = null] = noted.flatMap(({ riskTextOf, data }) => riskTextOf?.(data) ?? []);
  return (
    <>
      {noted.map(({ key, Notes, data }) => Notes && <Notes key={key} data={data} />)}
      <ArticleRisk>{riskText ?? riskNotice}</ArticleRisk>
    </>
  );
}
