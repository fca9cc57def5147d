import type { ReferenceNotes as Notes } from '#features/references/schema.ts';
import { ARTICLE_RISK } from '#shared/risk.ts';
import type { Ask } from '../../api.ts';
import { orNull } from '../settle.ts';
import { ArticleRisk } from './article-layout.tsx';

/** What stands below a reference; null for pieces of other kinds, and where it did not arrive. */
export const loadNotes = async (
  ask: Ask,
  { id, kind }: { id: string; kind: string },
): Promise<Notes | null> =>
  kind === 'reference' ? orNull(ask('GET /reception/reference/notes', { id })) : null;

const holdings = {
  none: '作者声明：不持有文中提到的证券。',
  holds: '作者声明：持有文中提到的证券。',
  other: '作者的持仓说明：',
};

/** What the site warns of below a piece; of a reference also what its writer holds, and who vouches for them. */
export function PieceRisk({ notes }: { notes: Notes | null }) {
  const { riskText = null, disclosure = null, qualification = null } = notes ?? {};
  return (
    <>
      {qualification && (
        <ArticleRisk>
          作者执业资格：{qualification.number}（{qualification.institution}），已经编辑部核实。
        </ArticleRisk>
      )}
      {disclosure && (
        <ArticleRisk>
          {holdings[disclosure.holding]}
          {disclosure.note}
        </ArticleRisk>
      )}
      <ArticleRisk>{riskText ?? ARTICLE_RISK}</ArticleRisk>
    </>
  );
}
