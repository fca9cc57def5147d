import { Form, Radio } from 'antd';
import { Item, TextAreaItem } from '#admin/parts/form/items.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { Facts, Quiet } from '#admin/parts/layout/page.tsx';
import { QualificationChip } from '#admin/parts/qualification-chip.tsx';
import { type AuthorRecord, qualificationDecision } from '../manage/schema.ts';

const decisionLabels = { verified: '核实无误', refused: '不能核实' };
type Decision = keyof typeof decisionLabels;

/** Records whether staff could verify an author's professional qualification (执业资格). */
export function QualificationDialog({ author, onClose }: { author: AuthorRecord; onClose: () => void }) {
  const { id, name, qualification, institution, qualificationState, qualificationNote } = author;
  const save = useSave('POST /admin/author/decideQualification', {
    schema: qualificationDecision,
    initial: { decision: 'verified' as Decision, note: qualificationNote },
    // Sends the number that staff checked: the server reports a conflict if the author has changed it meanwhile.
    toBody: (values) => ({ id, qualification, ...values }),
    done: '处理结果已保存',
    onSaved: onClose,
  });
  const decision = Form.useWatch('decision', save.form) ?? save.initial.decision;
  return (
    <FormDialog
      save={save}
      title={`核实“${name}”的执业资格`}
      okText={decisionLabels[decision]}
      onClose={onClose}
    >
      <Facts
        facts={[
          ['执业编号', qualification],
          ['所属机构', institution],
          ['现在', <QualificationChip key="state" state={qualificationState} />],
        ]}
      />
      <Quiet>请到中国证券业协会的从业人员信息公示里核对编号、姓名和机构。</Quiet>
      <Item name="decision" label="结果">
        <Radio.Group
          aria-label="结果"
          options={Object.entries(decisionLabels).map(([value, label]) => ({ value, label }))}
        />
      </Item>
      <TextAreaItem
        name="note"
        label="说明"
        note="不能核实时必填，作者会看到。"
        required={decision === 'refused'}
      />
    </FormDialog>
  );
}
