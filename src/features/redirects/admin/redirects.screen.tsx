import { TabPage } from '#admin/parts/layout/page.tsx';
import { MissingList } from './missing-list.tsx';
import { RedirectList } from './redirect-list.tsx';

/** Addresses of the site that was here before, where each leads, and those that lead nowhere. */
export const Screen = () => (
  <TabPage
    title="旧地址"
    tabs={[
      { key: 'redirects', label: '旧地址', content: <RedirectList /> },
      { key: 'missing', label: '找不到的地址', content: <MissingList /> },
    ]}
  />
);
