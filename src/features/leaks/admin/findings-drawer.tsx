import { Link } from 'react-router';
import { useRead } from '#admin/parts/data.ts';
import { Quiet, Section } from '#admin/parts/layout/page.tsx';
import { ReadDrawer } from '#admin/parts/layout/side-drawer.tsx';
import type { LeakScanDetail } from '../scans/schema.ts';
import s from './leaks.module.css';

/** Results of a scan: each leaked sentence with its post and URLs, and the URLs that did not respond. */
export const FindingsDrawer = ({ id, onClose }: { id: string; onClose: () => void }) => (
  <ReadDrawer
    read={useRead('GET /admin/leak/detail', { id })}
    noun="结果"
    title="检查的结果"
    width={640}
    onClose={onClose}
  >
    {(scan) => (
      <>
        {scan.leaks.length > 0 && <Leaks scan={scan} />}
        {scan.faults.length > 0 && <UnansweredAddresses scan={scan} />}
      </>
    )}
  </ReadDrawer>
);

type Props = { scan: LeakScanDetail };

const Leaks = ({ scan: { leaks, leakCount } }: Props) => (
  <Section title="漏出的句子">
    <Quiet>最常见的原因是摘要写了锁定的内容。改好以后再检查一次。</Quiet>
    <ol className={s.leaks}>
      {groupBySentence(leaks).map(({ pieceId, sentence, addresses }) => (
        <li key={`${pieceId} ${sentence}`}>
          <p>
            “{sentence}”{' '}
            <Link className="link" to={`/posts/${pieceId}`}>
              稿件 {pieceId}
            </Link>
          </p>
          <Addresses addresses={addresses} />
        </li>
      ))}
    </ol>
    {leakCount > leaks.length && <Quiet>还有 {leakCount - leaks.length} 处没有列出。</Quiet>}
  </Section>
);

const UnansweredAddresses = ({ scan: { faults, faultCount } }: Props) => (
  <Section title="没有回答的地址">
    <Addresses addresses={faults} />
    {faultCount > faults.length && <Quiet>还有 {faultCount - faults.length} 个没有列出。</Quiet>}
  </Section>
);

const Addresses = ({ addresses }: { addresses: readonly string[] }) => (
  <ul className={s.addresses}>
    {addresses.map((address) => (
      <li key={address}>
        <code>{address}</code>
      </li>
    ))}
  </ul>
);

type Leak = LeakScanDetail['leaks'][number];

/** Groups leaks by sentence: one sentence may be readable at many URLs. */
function groupBySentence(leaks: readonly Leak[]): (Omit<Leak, 'address'> & { addresses: string[] })[] {
  const groups = Map.groupBy(leaks, ({ pieceId, sentence }) => `${pieceId} ${sentence}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first ? [{ ...first, addresses: group.map(({ address }) => address) }] : [];
  });
}
