import { Link } from 'react-router';
import { client } from '#admin/api.ts';
import { Chip } from '#admin/parts/chip.tsx';
import { useRead } from '#admin/parts/data.ts';
import { DownloadButton } from '#admin/parts/download-button.tsx';
import { Facts, Row, Section } from '#admin/parts/layout/page.tsx';
import { QualificationChip } from '#admin/parts/qualification-chip.tsx';
import type { ReviewSlot } from '#admin/parts/review-slot.ts';
import { usePermit } from '#client/permissions.tsx';
import { formatFen } from '#shared/money.ts';
import type { ReviewedReference } from '../schema.ts';

const holdingNames = { none: '不持有', holds: '持有', other: '另作说明' };
const modeNames = {
  review: '审核后可发布、可出售',
  licensed: '收费的要求作者执业资格已核实',
  forbid: '提到证券的不能发布',
};
const accessNames = { public: '公开', member: '会员', vip: 'VIP', paid: '付费' };

/** Compliance facts of a reference: its author, the securities it names, and the author's disclosure. */
function ReferenceFacts({ reviewed }: { reviewed: ReviewedReference }) {
  const { securities, mode, postId } = reviewed;
  const namesSecurities = securities.length > 0;
  return (
    <Section title="合规" tools={<Evidence postId={postId} />}>
      <Facts
        facts={[
          ['作者', <Author key="author" reviewed={reviewed} />],
          ['执业资格', <Qualification key="qualification" reviewed={reviewed} />],
          ['权限', describeAccess(reviewed)],
          ['提到的证券', namesSecurities ? <Securities key="securities" reviewed={reviewed} /> : '没有'],
          ['持仓披露', namesSecurities ? describeDisclosure(reviewed) : null],
          ['本站规定', namesSecurities ? modeNames[mode] : null],
        ]}
      />
    </Section>
  );
}

export const slot: ReviewSlot<ReviewedReference> = {
  order: 10,
  kind: 'reference',
  useReviewed: (id) => useRead('GET /admin/reference/reviewed', { id }),
  Facts: ReferenceFacts,
};

type Props = { reviewed: ReviewedReference };

const Author = ({ reviewed: { writer } }: Props) =>
  usePermit('authors.manage') ? (
    <Link className="link" to={`/authors?name=${encodeURIComponent(writer.name)}`}>
      {writer.name}
    </Link>
  ) : (
    writer.name
  );

const Qualification = ({ reviewed: { writer } }: Props) => (
  <>
    <QualificationChip state={writer.qualificationState} />
    {writer.qualification && ` ${writer.qualification}，${writer.institution}`}
  </>
);

const Securities = ({ reviewed: { securities } }: Props) => (
  <Row>
    {securities.map(({ code, name }) => (
      <Chip key={code} tone="warn">
        {name} {code}
      </Chip>
    ))}
  </Row>
);

function describeAccess({ content: { access, price, vipFree } }: ReviewedReference): string {
  if (access !== 'paid') return accessNames[access ?? 'public'];
  return `${accessNames.paid}${price === null ? '' : ` ${formatFen(price)}`}${vipFree ? '，VIP 免费' : ''}`;
}

function describeDisclosure({ disclosure }: ReviewedReference): string {
  if (!disclosure) return '没有填写';
  return disclosure.note
    ? `${holdingNames[disclosure.holding]}：${disclosure.note}`
    : holdingNames[disclosure.holding];
}

/** Downloads the complete evidence of a reference as a file; the server logs the download. */
const Evidence = ({ postId }: { postId: string }) => (
  <DownloadButton
    size="small"
    load={() => client.download('GET /admin/reference/evidence', { query: { id: postId } })}
    name={`内参证据-${postId}.jsonl`}
  >
    导出证据
  </DownloadButton>
);
