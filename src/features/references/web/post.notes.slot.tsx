import { ArticleRisk } from '#web/parts/post/article-layout.tsx';
import type { PostSlot } from '#web/parts/post/post-slot.ts';
import type { ReferenceNotes } from '../schema.ts';

const holdingLabels = {
  none: '作者声明：不持有文中提到的证券。',
  holds: '作者声明：持有文中提到的证券。',
  other: '作者的持仓说明：',
};

/** The disclosure and the qualification of a reference's writer. */
const Notes = ({ data: { disclosure, qualification } }: { data: ReferenceNotes }) => (
  <>
    {qualification && (
      <ArticleRisk>
        作者执业资格：{qualification.number}（{qualification.institution}），已经编辑部核实。
      </ArticleRisk>
    )}
    {disclosure && (
      <ArticleRisk>
        {holdingLabels[disclosure.holding]}
        {disclosure.note}
      </ArticleRisk>
    )}
  </>
);

export const slot: PostSlot<ReferenceNotes> = {
  order: 20,
  key: 'notes',
  load: async (fetchCall, { id, kind }) =>
    kind === 'reference' ? fetchCall('GET /reception/reference/notes', { id }) : null,
  Notes,
  riskTextOf: ({ riskText }) => riskText,
};
