import { Page } from '../../parts/layout/page.tsx';
import { RedirectList } from './redirect-list.tsx';

/** Addresses of the site that was here before, and where each leads. */
export const Screen = () => (
  <Page title="旧地址">
    <RedirectList />
  </Page>
);
