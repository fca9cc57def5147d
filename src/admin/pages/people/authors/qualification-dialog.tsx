import { Button, Input, Modal } from 'antd';
import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import type { AuthorRecord } from '#features/authors/desk/schema.ts';
import { call } from '../../../api.ts';
import { Field } from '../../../parts/field.tsx';
import { QualificationChip } from '../../../parts/qualification-chip.tsx';
import s from '../people.module.css';

/** Says whether an author is registered as they say. */
export function QualificationDialog(props: {
  author: AuthorRecord;
  onClose: () => void;
  onDone: () => void;
}) {
  const { author } = props;
  const [note, setNote] = useState(author.qualificationNote);
  const [busy, setBusy] = useState<'verified' | 'refused'>();
  const decide = async (decision: 'verified' | 'refused') => {
    setBusy(decision);
    try {
      const body = { id: author.id, qualification: author.qualification, decision, note: note.trim() };
      await call('POST /admin/author/decideQualification', { body });
      toasts.success(decision === 'verified' ? '执业资格已核实' : '已记下不能核实的原因');
      props.onDone();
    } catch {
      // The person has been told in an alert; what they wrote stays.
      setBusy(undefined);
    }
  };
  return (
    <Modal
      open
      title={`核实“${author.name}”的执业资格`}
      onCancel={props.onClose}
      width={520}
      footer={[
        <Button
          key="refused"
          loading={busy === 'refused'}
          disabled={busy !== undefined || note.trim() === ''}
          onClick={() => void decide('refused')}
        >
          不能核实
        </Button>,
        <Button
          key="verified"
          type="primary"
          loading={busy === 'verified'}
          disabled={busy !== undefined}
          onClick={() => void decide('verified')}
        >
          核实无误
        </Button>,
      ]}
    >
      <div className={s.form}>
        <dl className={s.claims}>
          <dt>执业编号</dt>
          <dd>{author.qualification}</dd>
          <dt>所属机构</dt>
          <dd>{author.institution}</dd>
          <dt>现在</dt>
          <dd>
            <QualificationChip state={author.qualificationState} />
          </dd>
        </dl>
        <p className={s.hint}>请到中国证券业协会的从业人员信息公示里核对编号、姓名和机构。</p>
        <Field label="说明" note="不能核实时必填，作者会看到。">
          {(id, noteId) => (
            <Input.TextArea
              id={id}
              aria-describedby={noteId}
              value={note}
              maxLength={300}
              autoSize={{ minRows: 2, maxRows: 6 }}
              onChange={({ target }) => setNote(target.value)}
            />
          )}
        </Field>
      </div>
    </Modal>
  );
}
