import { TabPage } from '#admin/parts/layout/page.tsx';
import { BouncesTab } from './bounces-tab.tsx';
import { DigestsTab } from './digests-tab.tsx';
import { LetterList } from './letter-list.tsx';

/** Letters to members who asked for them, digests that the worker makes, and addresses that return mail. */
export const Screen = () => (
  <TabPage
    title="邮件报"
    tabs={[
      { key: 'letters', label: '邮件报', content: <LetterList /> },
      { key: 'digests', label: '定期摘要', content: <DigestsTab /> },
      { key: 'bounces', label: '退信地址', content: <BouncesTab /> },
    ]}
  />
);
