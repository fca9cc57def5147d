import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { ReferenceList, WriterProfile } from '#features/references/schema.ts';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { TabNav } from '#ui/controls/tabs.tsx';
import { Dialog } from '#ui/floats/dialog.tsx';
import { type Ask, silently } from '../../../api.ts';
import { ListBar } from '../list-bar.tsx';
import { definePersonalPage } from '../personal-page.tsx';
import { type Earnings, openEarnings } from './orders/open-earnings.ts';
import { Orders } from './orders/orders.tsx';
import { Pieces } from './pieces.tsx';
import { ProfileForm } from './profile-form.tsx';
import { type Shelf, shelfPath, writePath } from './words.ts';

const shelves: readonly { shelf: Shelf; label: string }[] = [
  { shelf: 'article', label: '文章' },
  { shelf: 'draft', label: '草稿' },
  { shelf: 'order', label: '订单' },
];

type Content = { shelf: 'article' | 'draft'; first: ReferenceList } | { shelf: 'order'; earnings: Earnings };

/** A member's own references (seed §2): what is out, what is being written, what was sold. */
export const page = definePersonalPage({
  title: '我的内参',
  load: async ({ ask, place: { query } }) => {
    const [profile, content] = await Promise.all([
      silently(ask)('GET /internalReference/profile'),
      openShelf(ask, query),
    ]);
    return { profile, content };
  },
  Body: ({ data: { profile, content } }) => <References profile={profile} content={content} />,
});

async function openShelf(ask: Ask, query: URLSearchParams): Promise<Content> {
  const shelf = query.get('shelf');
  if (shelf === 'order') return { shelf, earnings: await openEarnings(ask, query) };
  const chosen = shelf === 'draft' ? 'draft' : 'article';
  return {
    shelf: chosen,
    first: await silently(ask)('GET /internalReference/list', { shelf: chosen, size: '20' }),
  };
}

function References({ profile, content }: { profile: WriterProfile; content: Content }) {
  return (
    <>
      <ListBar
        action={
          <ButtonLink tone="ink" size="s" icon="pen" href={writePath()}>
            写内参
          </ButtonLink>
        }
      >
        <Profile key={profile.name} profile={profile} />
      </ListBar>
      <TabNav
        label="我的内参"
        items={shelves.map(({ shelf, label }) => ({
          label,
          href: shelfPath(shelf),
          current: shelf === content.shelf,
        }))}
      />
      {content.shelf === 'order' ? (
        <Orders earnings={content.earnings} />
      ) : (
        <Pieces key={content.shelf} shelf={content.shelf} first={content.first} />
      )}
    </>
  );
}

/** Under what name this member writes, and the way to change it. */
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
