import { Drawer } from 'antd';
import { Link } from 'react-router';
import type { LeakScan, LeakScanDetail } from '#features/leaks/scans/schema.ts';
import { Failed } from '#ui/states/void.tsx';
import { call } from '../../api.ts';
import { useLoad } from '../../parts/use-load.ts';
import s from './leaks.module.css';

/** What a scan found: each leak with its address, its piece and the sentence. */
export function FindingsDrawer({ scan, onClose }: { scan: LeakScan | undefined; onClose: () => void }) {
  return (
    <Drawer open={scan !== undefined} onClose={onClose} size={640} title="检查的结果" destroyOnHidden>
      {scan && <Findings id={scan.id} />}
    </Drawer>
  );
}

function Findings({ id }: { id: string }) {
  const { data, fault, reload } = useLoad(id, (signal) =>
    call('GET /admin/leak/detail', { query: { id }, silent: true, signal }),
  );
  if (fault) return <Failed message={fault.message} onRetry={reload} />;
  if (!data) return <p className={s.facts}>正在取结果 …</p>;
  const { leaks, leakCount, faults, faultCount } = data;
  return (
    <div className={s.findings}>
      {leaks.length > 0 && (
        <section aria-labelledby="leaks-found">
          <h3 id="leaks-found">漏出的句子</h3>
          <p className={s.note}>最常见的原因是摘要写了锁定的内容。改好以后再检查一次。</p>
          <ol className={s.leaks}>
            {bySentence(leaks).map(({ pieceId, sentence, addresses }) => (
              <li key={`${pieceId} ${sentence}`}>
                <p>
                  “{sentence}”{' '}
                  <Link className="link" to={`/posts/${pieceId}`}>
                    稿件 {pieceId}
                  </Link>
                </p>
                <ul className={s.addresses}>
                  {addresses.map((address) => (
                    <li key={address}>
                      <code>{address}</code>
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ol>
          {leakCount > leaks.length && (
            <p className={s.facts}>还有 {leakCount - leaks.length} 处没有列出。</p>
          )}
        </section>
      )}
      {faults.length > 0 && (
        <section aria-labelledby="leak-faults">
          <h3 id="leak-faults">没有回答的地址</h3>
          <ul className={s.leaks}>
            {faults.map((line) => (
              <li key={line}>
                <code>{line}</code>
              </li>
            ))}
          </ul>
          {faultCount > faults.length && (
            <p className={s.facts}>还有 {faultCount - faults.length} 个没有列出。</p>
          )}
        </section>
      )}
    </div>
  );
}

type Leaks = LeakScanDetail['leaks'];

/** One sentence stands open in many lists at once. */
function bySentence(leaks: Leaks): (Pick<Leaks[number], 'pieceId' | 'sentence'> & { addresses: string[] })[] {
  const groups = Map.groupBy(leaks, ({ pieceId, sentence }) => `${pieceId} ${sentence}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first ? [{ ...first, addresses: group.map(({ address }) => address) }] : [];
  });
}
