import { Page } from '#admin/parts/layout/page.tsx';
import s from './leaks.module.css';
import { Scans } from './scans.tsx';
import { Tracing } from './tracing.tsx';

/** Leaks: trace the reader whose copy leaked, and scan for locked text that visitors can read. */
export const Screen = () => (
  <Page title="泄漏">
    <div className={s.parts}>
      <Tracing />
      <Scans />
    </div>
  </Page>
);
