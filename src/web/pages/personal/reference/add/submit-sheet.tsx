import type { ReferenceCheck, ReferenceContent, ReferenceStanding } from '#features/references/schema.ts';
import { formatFen } from '#shared/money.ts';
import { Button } from '#ui/controls/button.tsx';
import { Fault } from '#ui/controls/form-parts.tsx';
import { Dialog } from '#ui/floats/dialog.tsx';
import { Notice } from '#ui/states/notice.tsx';
import { Failed } from '#ui/states/void.tsx';
import { useClient } from '../../../../client-context.ts';
import { Receipt } from '../../../../parts/pay/receipt.tsx';
import { silent, useAct } from '../../../../parts/use-act.ts';
import { useLoad } from '../../../../parts/use-load.ts';
import { DisclosureFields, useDisclosing } from './disclosure-fields.tsx';

type SubmitSheetProps = {
  id: string;
  base: number;
  content: ReferenceContent;
  onClose: () => void;
  /** Shows words where they stand in the text. */
  onMark: (words: string[]) => void;
  onSubmitted: (standing: ReferenceStanding) => void;
};

const accessWords = { public: '公开', member: '会员', vip: 'VIP', paid: '单篇付费' } as const;

/** What is sent to the reviewers, what the law asks its writer to say, and what stands in the way. */
export function SubmitSheet(props: SubmitSheetProps) {
  const { id, base, content, onClose, onMark, onSubmitted } = props;
  const client = useClient();
  const { data, fault, retry } = useLoad(`${id} ${base}`, async () => {
    const { call } = client();
    const query = { id };
    const [check, reference] = await Promise.all([
      call('GET /internalReference/check', { query, ...silent }),
      call('GET /internalReference/detail', { query, ...silent }),
    ]);
    return { check, reference };
  });
  const disclosing = useDisclosing(data?.reference.disclosure ?? null);
  const sending = useAct();
  const needsAnswer = data !== undefined && data.check.securities.length > 0;

  function submit() {
    if (needsAnswer && !disclosing.isAnswered()) return;
    const disclosure = needsAnswer ? disclosing.answer : null;
    void sending.run(async (call) => {
      onSubmitted(
        await call('POST /internalReference/submit', { body: { id, base, disclosure }, ...silent }),
      );
    });
  }

  return (
    <Dialog
      open
      title="提交审核"
      width={600}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>再改改</Button>
          <Button
            tone="ink"
            busy={sending.isBusy}
            disabled={!data || data.check.refusal !== null}
            onClick={submit}
          >
            提交审核
          </Button>
        </>
      }
    >
      {fault && <Failed level={3} message={fault.message} onRetry={retry} />}
      {!data && !fault && <p role="status">正在检查内容 …</p>}
      {data && (
        <>
          {data.check.refusal && (
            <Notice tone="danger" icon="warn" role="alert">
              {data.check.refusal}
            </Notice>
          )}
          <Receipt rows={rowsOf(content, data.check, onMark)} />
          {needsAnswer && <DisclosureFields {...disclosing} riskText={data.reference.rules.riskText} />}
          {sending.error && <Fault>{sending.error}</Fault>}
        </>
      )}
    </Dialog>
  );
}

function rowsOf(
  { title, access, price }: ReferenceContent,
  { securities, words }: ReferenceCheck,
  onMark: (words: string[]) => void,
) {
  return [
    { label: '标题', value: title.trim() || '还没有标题' },
    {
      label: '谁能读',
      value:
        access === 'paid' && price !== null ? `${accessWords.paid} ${formatFen(price)}` : accessWords[access],
    },
    ...(securities.length > 0
      ? [{ label: '提到的证券', value: securities.map(({ name, code }) => `${name} ${code}`).join('、') }]
      : []),
    ...(words.length > 0
      ? [
          {
            label: '敏感词',
            value: (
              <>
                {words.map(({ found, label }) => `「${found}」（${label}）`).join('、')}{' '}
                <Button size="s" onClick={() => onMark(words.map(({ found }) => found))}>
                  在正文里标出
                </Button>
              </>
            ),
          },
        ]
      : []),
  ];
}
