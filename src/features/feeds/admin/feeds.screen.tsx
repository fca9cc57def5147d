import { TabPage } from '#admin/parts/layout/page.tsx';
import { Queue } from './queue.tsx';
import { Sources } from './sources.tsx';

/** Feeds from other sites: the queue of fetched items, and the sources. */
export const Screen = () => (
  <TabPage
    title="订阅来稿"
    tabs={[
      { key: 'queue', label: '来稿', content: <Queue /> },
      { key: 'sources', label: '订阅源', content: <Sources /> },
    ]}
  />
);
