import { TabPage } from '#admin/parts/layout/page.tsx';
import { usePermit } from '#client/permissions.tsx';
import { CalendarTab } from '#features/economic-events/admin/frontpage.calendar.slot.tsx';
import { AnnouncementsTab } from '#features/notifications/admin/frontpage.announcements.slot.tsx';
import { AdvertsTab } from './adverts/adverts-tab.tsx';
import { HomeTab } from './home/home-tab.tsx';
import { KnowTab } from './know/know-tab.tsx';
import { PinsTab } from './pins/pins-tab.tsx';

const tabs = [
  { key: 'adverts', label: '广告', content: <AdvertsTab /> },
  { key: 'pins', label: '置顶', content: <PinsTab /> },
  { key: 'home', label: '版面', content: <HomeTab /> },
  { key: 'know', label: '须知', content: <KnowTab /> },
  { key: 'calendar', label: '日历', content: <CalendarTab /> },
];
const announcements = { key: 'announcements', label: '公告', content: <AnnouncementsTab /> };

/** The home page and content beside the posts: adverts, pins, layout, know pop-ups, the economic calendar and announcements. */
export function Screen() {
  const maySend = usePermit('notices.send');
  return <TabPage title="首页运营" tabs={maySend ? [...tabs, announcements] : tabs} />;
}
