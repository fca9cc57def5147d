import { Tabs } from 'antd';
import { useSearchParams } from 'react-router';
import { call } from '../../api.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { useLoad } from '../../parts/use-load.ts';
import { Queue } from './queue.tsx';
import { Sources } from './sources.tsx';

/** What other sites publish: the queue of what came in, and where it comes from. */
export function Screen() {
  const [query, setQuery] = useSearchParams();
  const tab = query.get('tab') === 'sources' ? 'sources' : 'queue';
  const sources = useLoad('sources', (signal) => call('GET /admin/feed/list', { silent: true, signal }));
  return (
    <>
      <PageHead title="订阅来稿" />
      <Tabs
        activeKey={tab}
        aria-label="订阅来稿"
        destroyOnHidden
        onChange={(key) => setQuery(key === 'sources' ? { tab: key } : {})}
        items={[
          {
            key: 'queue',
            label: '来稿',
            children: <Queue sources={sources.data ?? []} onSources={() => setQuery({ tab: 'sources' })} />,
          },
          { key: 'sources', label: '订阅源', children: <Sources sources={sources} /> },
        ]}
      />
    </>
  );
}
