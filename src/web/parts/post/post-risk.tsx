import type { ReferenceNotes as Notes } from '#features/references/schema.ts';
import { riskNotice } from '#shared/risk-notice.ts';
import type { FetchCall } from '../../api.ts';
import { orNull } from '../settle-all.ts';
import { ArticleRisk } from './article-layout.tsx';

/** Loads the notes below a reference; null for posts of other kinds and when the call fails. */
export const loadNotes = async (
  fetchCall: FetchCall,
  { id, kind }: { id: string; kind: string },
): Promise<Notes | null> =>
  kind === 'reference' ? orNull(fetchCall('GET /reception/reference/notes', { id })) : null;

const holdingLabels = {
  none: '作者声明：不持有文中提到的证券。',
  holds: '作者声明：持有文中提到的证券。',
  other: '作者的持仓说明：',
};

/** The site's risk warning below a post; for a reference also its writer's disclosure and qualification. */
export function PostRisk({ notes }: { notes: Notes | null }) {
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
          {holdingLabels[disclosure.holding]}
          {disclosure.note}
        </ArticleRisk>
      )}
      <ArticleRisk>{riskText ?? riskNotice}</ArticleRisk>
    </>
  );
}
