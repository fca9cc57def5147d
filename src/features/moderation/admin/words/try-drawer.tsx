import { LookupForm } from '#admin/parts/form/lookup-form.tsx';
import { HitList } from '#admin/parts/hit-list.tsx';
import { Quiet } from '#admin/parts/layout/page.tsx';
import { SideDrawer } from '#admin/parts/layout/side-drawer.tsx';
import { tryInput } from '../../words/schema.ts';

export const TryDrawer = ({ onClose }: { onClose: () => void }) => (
  <SideDrawer title="试一段文字" onClose={onClose}>
    <LookupForm
      call="POST /admin/moderation/try"
      schema={tryInput}
      name="text"
      label="要检查的文字"
      verb="检查"
      isLong
    >
      {(hits) => (hits.length === 0 ? <Quiet>没有查到敏感词。</Quiet> : <HitList hits={hits} />)}
    </LookupForm>
  </SideDrawer>
);
