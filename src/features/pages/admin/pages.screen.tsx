import { TabPage } from '#admin/parts/layout/page.tsx';
import { FooterTab } from './footer/footer-tab.tsx';
import { PageList } from './page-list.tsx';

/** The publisher's own pages, such as 关于我们, and the links of the footer. */
export const Screen = () => (
  <TabPage
    title="单页"
    tabs={[
      { key: 'pages', label: '单页', content: <PageList /> },
      { key: 'footer', label: '页脚', content: <FooterTab /> },
    ]}
  />
);
