import { Alert, Button } from 'antd';
import { TextAreaItem } from '#admin/parts/form/items.tsx';
import { SaveForm } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { Row } from '#admin/parts/layout/page.tsx';
import { usePermit } from '#client/permissions.tsx';
import { toasts } from '#client/toasts.ts';
import { decideInput, type ReviewItem } from '../../review/schema.ts';

type Decision = 'approved' | 'rejected' | 'changes';
type Props = {
  item: ReviewItem;
  /** The submitted content can no longer be read. */
  isRejectOnly?: boolean;
  /** The server's decision. Without one, only an administrator may decide on their own content. */
  mayDecide?: boolean | undefined;
  onDecided: () => void;
};

const doneMessages = { approved: '已通过', rejected: '已退回，作者会收到通知', changes: '已请作者修改' };

/** Approves, rejects with a reason, or requests changes. */
export function DecideForm({ item, isRejectOnly = false, mayDecide, onDecided }: Props) {
  const isAdministrator = usePermit('*');
  if (!(mayDecide ?? (!item.isOwn || isAdministrator)))
    return <Alert type="info" showIcon title="这是你自己写的或送审的，要由另一位审核员处理。" />;
  return <DecisionFields {...{ item, isRejectOnly, onDecided }} />;
}

function DecisionFields({ item, isRejectOnly, onDecided }: Omit<Props, 'mayDecide'>) {
  const save = useSave('POST /admin/moderation/decide', {
    schema: decideInput,
    initial: { decision: 'approved' as Decision, note: '' },
    toBody: (values) => ({ id: item.id, ...values }),
    onSaved: (_, { decision }) => {
      toasts.success(doneMessages[decision]);
      onDecided();
    },
  });
  const decide = (decision: Decision) => ({
    disabled: save.isSaving,
    onClick: () => {
      save.form.setFieldValue('decision', decision);
      save.submit();
    },
  });
  return (
    <SaveForm save={save} label="处理">
      <TextAreaItem name="note" label="意见（退回和要求修改时必填，作者会看到）" />
      <Row>
        <Button {...decide('rejected')}>退回</Button>
        {!isRejectOnly && item.kind !== 'comment' && <Button {...decide('changes')}>要求修改</Button>}
        {!isRejectOnly && (
          <Button type="primary" {...decide('approved')}>
            通过
          </Button>
        )}
      </Row>
    </SaveForm>
  );
}
