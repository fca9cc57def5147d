import { TabPage, type TabSlot } from '#admin/parts/layout/page.tsx';
import { slotsOf } from '#client/slots.ts';
import { AdvertsTab } from './adverts/adverts-tab.tsx';
import { HomeTab } from './home/home-tab.tsx';
import { KnowTab } from './know/know-tab.tsx';
import { PinsTab } from './pins/pins-tab.tsx';

const slots = import.meta.glob<{ slot: TabSlot }>('../../*/admin/**/frontpage.*.slot.tsx', { eager: true });

const tabs = [
  { key: 'adverts', label: '广告', content: <AdvertsTab /> },
  { key: 'pins', label: '置顶', content: <PinsTab /> },
  { key: 'home', label: '版面', content: <HomeTab /> },
  { key: 'know', label: '须知', content: <KnowTab /> },
  ...slotsOf(slots),
];

/** The home page and content beside the posts: adverts, pins, layout, know pop-ups, and tabs of other features. */
export const Screen = () => <TabPage title="首页运营" tabs={tabs} />;
