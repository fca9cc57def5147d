import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { usePermit } from '#client/permissions.tsx';
import type { ReviewedReference } from '#features/references/schema.ts';
import { formatFen } from '#shared/money.ts';
import { client } from '../../../api.ts';
import { Chip } from '../../../parts/chip.tsx';
import { QualificationChip } from '../../../parts/qualification-chip.tsx';
import { saveDownload } from '../../../parts/save-download.ts';
import s from '../moderation.module.css';

const holdings = { none: '不持有', holds: '持有', other: '另作说明' };
const modes = {
  review: '审核后可发布、可出售',
  licensed: '收费的要求作者执业资格已核实',
  forbid: '提到证券的不能发布',
};
const accessNames = { public: '公开', member: '会员', vip: 'VIP', paid: '付费' };

/** What compliance asks of a reference: which securities it names, what its author disclosed, who the author is. */
export function ReferenceFacts({ reviewed }: { reviewed: ReviewedReference }) {
  const { securities, disclosure, writer, mode, content, postId } = reviewed;
  const maySeeAuthors = usePermit('authors.manage');
  const price = content.access === 'paid' && content.price !== null ? ` ${formatFen(content.price)}` : '';
  return (
    <section className={s.compliance} aria-label="合规">
      <dl className={s.terms}>
        <div>
          <dt>作者</dt>
          <dd>
            {maySeeAuthors ? (
              <Link className="link" to={`/authors?name=${encodeURIComponent(writer.name)}`}>
                {writer.name}
              </Link>
            ) : (
              writer.name
            )}
          </dd>
        </div>
        <div>
          <dt>执业资格</dt>
          <dd>
            <QualificationChip state={writer.qualificationState} />
            {writer.qualification && ` ${writer.qualification}，${writer.institution}`}
          </dd>
        </div>
        <div>
          <dt>权限</dt>
          <dd>
            {accessNames[content.access ?? 'public']}
            {price}
            {content.vipFree && content.access === 'paid' && '，VIP 免费'}
          </dd>
        </div>
        <div>
          <dt>提到的证券</dt>
          <dd>
            {securities.length === 0 ? (
              '没有'
            ) : (
              <ul className={s.securities}>
                {securities.map(({ code, name }) => (
                  <li key={code}>
                    <Chip tone="warn">
                      {name} {code}
                    </Chip>
                  </li>
                ))}
              </ul>
            )}
          </dd>
        </div>
        {securities.length > 0 && (
          <div>
            <dt>持仓披露</dt>
            <dd>
              {disclosure ? holdings[disclosure.holding] : '没有填写'}
              {disclosure?.note && `：${disclosure.note}`}
            </dd>
          </div>
        )}
        {securities.length > 0 && (
          <div>
            <dt>本站规定</dt>
            <dd>{modes[mode]}</dd>
          </div>
        )}
      </dl>
      <Evidence postId={postId} />
    </section>
  );
}

/** Everything that is known of the piece as a file; that it was taken is written down. */
function Evidence({ postId }: { postId: string }) {
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    setIsBusy(true);
    try {
      const file = await client.download('GET /admin/reference/evidence', { query: { id: postId } });
      saveDownload(file, `内参证据-${postId}.jsonl`);
    } catch {
      // The person has been told in an alert.
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button size="small" loading={isBusy} onClick={() => void save()}>
      导出证据
    </Button>
  );
}
