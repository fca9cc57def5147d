import { bindMobileAddress } from '#client/return-path.ts';
import { formatFen } from '#shared/money.ts';
import { nameUnseen } from '#shared/unseen.ts';
import { Button } from '#ui/controls/button.tsx';
import { FormError } from '#ui/controls/form-parts.tsx';
import { Link } from '#ui/link.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { ErrorState } from '#ui/states/empty-state.tsx';
import { Notice } from '#ui/states/notice.tsx';
import { useClient } from '#web/client-context.ts';
import { Receipt } from '#web/parts/pay/receipt.tsx';
import { silent, useAction } from '#web/parts/use-action.ts';
import { useLoad } from '#web/parts/use-load.ts';
import type { ReferenceCheck, ReferenceContent, ReferenceStanding } from '../../schema.ts';
import { DisclosureFields, useDisclosure } from './disclosure-fields.tsx';

type SubmitDialogProps = {
  id: string;
  base: number;
  content: ReferenceContent;
  onClose: () => void;
  onHighlight: (words: string[]) => void;
  onSubmitted: (standing: ReferenceStanding) => void;
};

const accessNames = { public: '公开', member: '会员', vip: 'VIP', paid: '单篇付费' } as const;

/**
 * Submits the reference for review: shows what is sent, the legally required disclosure, and what prevents the
 * submission.
 */
export function SubmitDialog(props: SubmitDialogProps) {
  const { id, base, content, onClose, onHighlight, onSubmitted } = props;
  const client = useClient();
  const {
    data,
    error: loadError,
    retry,
  } = useLoad(`${id} ${base}`, async () => {
    const { call } = client();
    const query = { id };
    const [check, reference] = await Promise.all([
      call('GET /internalReference/check', { query, ...silent }),
      call('GET /internalReference/detail', { query, ...silent }),
    ]);
    return { check, reference };
  });
  const disclosureState = useDisclosure(data?.reference.disclosure ?? null);
  const submitAction = useAction();
  const needsAnswer = data !== undefined && data.check.securities.length > 0;

  function submit() {
    if (needsAnswer && !disclosureState.validate()) return;
    const disclosure = needsAnswer ? disclosureState.answer : null;
    void submitAction.run(
      async (call) => {
        onSubmitted(
          await call('POST /internalReference/submit', { body: { id, base, disclosure }, ...silent }),
        );
      },
      { hasMask: true },
    );
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
            busy={submitAction.isBusy}
            disabled={!data || data.check.refusal !== null}
            onClick={submit}
          >
            提交审核
          </Button>
        </>
      }
    >
      {loadError && <ErrorState level={3} message={loadError.message} onRetry={retry} />}
      {!data && !loadError && <p role="status">正在检查内容 …</p>}
      {data && (
        <>
          {data.check.refusal && (
            <Notice tone="danger" icon="warn" role="alert">
              {data.check.refusal}
            </Notice>
          )}
          {data.check.unseen.length > 0 && (
            <Notice icon="warn" role="status">
              读者会看不到：{data.check.unseen.map(nameUnseen).join('、')}
              。页面只显示本站的文件，请另存后上传，或删去。
            </Notice>
          )}
          <Receipt rows={summaryRows(content, data.check, onHighlight)} />
          {needsAnswer && <DisclosureFields {...disclosureState} riskText={data.reference.rules.riskText} />}
          {submitAction.error && (
            <FormError>
              {submitAction.error}
              {submitAction.error.includes('绑定手机号') && (
                <>
                  {' '}
                  <Link className="link" href={bindMobileAddress(`/personal/reference/add?id=${id}`)}>
                    去绑定
                  </Link>
                </>
              )}
            </FormError>
          )}
        </>
      )}
    </Dialog>
  );
}

function summaryRows(
  { title, access, price }: ReferenceContent,
  { securities, words }: ReferenceCheck,
  onHighlight: (words: string[]) => void,
) {
  return [
    { label: '标题', value: title.trim() || '还没有标题' },
    {
      label: '谁能读',
      value:
        access === 'paid' && price !== null ? `${accessNames.paid} ${formatFen(price)}` : accessNames[access],
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
                {words.map(({ found, label }) => `“${found}”（${label}）`).join('、')}{' '}
                <Button size="s" onClick={() => onHighlight(words.map(({ found }) => found))}>
                  在正文里标出
                </Button>
              </>
            ),
          },
        ]
      : []),
  ];
}
