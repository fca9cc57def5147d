import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { TabNav } from '#ui/controls/tabs.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { type FetchCall, withoutAlerts } from '#web/api.ts';
import { definePersonalPage } from '#web/parts/personal/define-personal-page.tsx';
import { ListBar } from '#web/parts/personal/list-bar.tsx';
import type { ReferenceList, WriterProfile } from '../schema.ts';
import { EarningsView } from './orders/earnings-view.tsx';
import { type Earnings, loadEarnings } from './orders/load-earnings.ts';
import { OwnReferences } from './own-references.tsx';
import { ProfileForm } from './profile-form.tsx';
import { editorPath, type ReferenceTab, tabPath } from './reference-status.ts';

const tabs: readonly { tab: ReferenceTab; label: string }[] = [
  { tab: 'article', label: '文章' },
  { tab: 'draft', label: '草稿' },
  { tab: 'order', label: '订单' },
];

type TabContent = { tab: 'article' | 'draft'; first: ReferenceList } | { tab: 'order'; earnings: Earnings };

/** A member's own references (docs/product.md §2): published ones, drafts, and sales. */
export const page = definePersonalPage({
  title: '我的内参',
  load: async ({ fetchCall, pageLocation: { query } }) => {
    const [profile, content] = await Promise.all([
      withoutAlerts(fetchCall)('GET /internalReference/profile'),
      loadTab(fetchCall, query),
    ]);
    return { profile, content };
  },
  Body: ({ data: { profile, content } }) => <References profile={profile} content={content} />,
});

async function loadTab(fetchCall: FetchCall, query: URLSearchParams): Promise<TabContent> {
  const tab = query.get('shelf');
  if (tab === 'order') return { tab, earnings: await loadEarnings(fetchCall, query) };
  const chosen = tab === 'draft' ? 'draft' : 'article';
  return {
    tab: chosen,
    first: await withoutAlerts(fetchCall)('GET /internalReference/list', { shelf: chosen, size: '20' }),
  };
}

function References({ profile, content }: { profile: WriterProfile; content: TabContent }) {
  return (
    <>
      <ListBar
        action={
          <ButtonLink tone="ink" size="s" icon="pen" href={editorPath()}>
            写内参
          </ButtonLink>
        }
      >
        <Profile key={profile.name} profile={profile} />
      </ListBar>
      <TabNav
        label="我的内参"
        items={tabs.map(({ tab, label }) => ({
          label,
          href: tabPath(tab),
          current: tab === content.tab,
        }))}
      />
      {content.tab === 'order' ? (
        <EarningsView earnings={content.earnings} />
      ) : (
        <OwnReferences key={content.tab} tab={content.tab} first={content.first} />
      )}
    </>
  );
}

/** The name this member writes under, and the form to change it. */
function Profile({ profile }: { profile: WriterProfile }) {
  const { revalidate } = useRevalidator();
  const [isOpen, setIsOpen] = useState(false);
  if (profile.authorId === null) return null;
  const close = () => setIsOpen(false);
  return (
    <>
      笔名：{profile.name}{' '}
      <Button size="s" tone="text" onClick={() => setIsOpen(true)}>
        作者资料
      </Button>
      <Dialog open={isOpen} title="作者资料" width={520} onClose={close}>
        <ProfileForm
          profile={profile}
          label="保存"
          onCancel={close}
          onSaved={() => {
            close();
            void revalidate();
          }}
        />
      </Dialog>
    </>
  );
}
