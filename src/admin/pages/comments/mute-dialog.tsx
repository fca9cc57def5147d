import { Radio } from 'antd';
import { useState } from 'react';
import { call } from '../../api.ts';
import { NoteDialog } from '../../parts/note-dialog.tsx';
import { mutePeriods } from './comment-words.ts';
import s from './comments.module.css';

const field = { label: '理由', note: '本人发表评论时会看到，也写进操作日志。', isNeeded: true };

/** Keeps a member from commenting for a time. */
export function MuteDialog({
  member,
  onDone,
  onClose,
}: {
  member: { id: string; name: string };
  onDone: () => void;
  onClose: () => void;
}) {
  const [hours, setHours] = useState(24);
  return (
    <NoteDialog
      title={`禁言 ${member.name}`}
      verb="禁言"
      warning="期间不能发表评论，其他功能不受影响；已有的评论留着。"
      field={field}
      isDanger
      onSubmit={async (reason) => {
        await call('POST /admin/comment/mute', { body: { memberId: member.id, hours, reason } });
        onDone();
      }}
      onClose={onClose}
    >
      <fieldset className={s.periods}>
        <legend className="vh">时长</legend>
        <Radio.Group
          value={hours}
          options={mutePeriods.map((period) => ({ value: period.hours, label: period.label }))}
          onChange={({ target }) => setHours(Number(target.value))}
        />
      </fieldset>
    </NoteDialog>
  );
}
