import { Tabs } from 'antd';
import { useSearchParams } from 'react-router';
import { usePermit } from '#client/permissions.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { AdvertsTab } from './adverts/adverts-tab.tsx';
import { AnnouncementsTab } from './announcements/announcements-tab.tsx';
import { KnowTab } from './know/know-tab.tsx';
import { PinsTab } from './pins/pins-tab.tsx';

const tabs = [
  { key: 'adverts', label: '广告', children: <AdvertsTab /> },
  { key: 'pins', label: '置顶', children: <PinsTab /> },
  { key: 'know', label: '须知弹窗', children: <KnowTab /> },
];
const announcements = { key: 'announcements', label: '通知公告', children: <AnnouncementsTab /> };

/** What stands before readers besides the pieces: adverts, pins, notices to acknowledge, announcements. */
export function Screen() {
  const [query, setQuery] = useSearchParams();
  const maySend = usePermit('notices.send');
  const items = maySend ? [...tabs, announcements] : tabs;
  const chosen = items.find(({ key }) => key === query.get('tab')) ?? tabs[0];
  return (
    <>
      <PageHead title="首页运营" />
      <Tabs
        activeKey={chosen?.key ?? 'adverts'}
        items={items}
        destroyOnHidden
        onChange={(tab) => setQuery({ tab })}
      />
    </>
  );
}
