import { PageHead } from '../../parts/page-head.tsx';
import s from './leaks.module.css';
import { Scans } from './scans.tsx';
import { Tracing } from './tracing.tsx';

/** Whose copy a text is that came out, and whether locked text stands open anywhere. */
export function Screen() {
  return (
    <>
      <PageHead title="泄漏" />
      <div className={s.parts}>
        <Tracing />
        <Scans />
      </div>
    </>
  );
}
