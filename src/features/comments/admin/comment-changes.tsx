import { Input, Radio } from 'antd';
import { call } from '#admin/api.ts';
import { Item, TextAreaItem } from '#admin/parts/form/items.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { usePrompt } from '#admin/parts/form/use-prompt.ts';
import { useSave } from '#admin/parts/form/use-save.ts';
import type { BulkRun } from '#admin/parts/list/use-bulk.ts';
import type { RowChange } from '#admin/parts/list/use-row-changes.tsx';
import { type AdminComment, type BatchOutcome, muteInput } from '../manage/schema.ts';
import { addInput } from '../schema.ts';
import s from './comments.module.css';

type Change = RowChange<AdminComment>;
type Send = (ids: string[]) => Promise<BatchOutcome>;

/** Maximum number of ids per call. */
const chunkSize = 100;

const toBulkAction =
  (send: Send): BulkRun['act'] =>
  async (ids) =>
    (await send(ids)).refused.map(({ id, message }) => ({ id, fault: message }));
const showComments = toBulkAction((ids) => call('POST /admin/comment/show', { body: { ids }, silent: true }));
const dismissReports = toBulkAction((ids) =>
  call('POST /admin/comment/settle', { body: { ids }, silent: true }),
);

/** Hides or deletes comments after a dialog asked for the reason. */
const changeWithReason = (
  verb: string,
  callName: 'hide' | 'delete',
  extra: Partial<Change> = {},
): Change => ({
  verb,
  chunk: chunkSize,
  isDanger: callName === 'delete',
  dialog: ({ rows, start, onClose }) => (
    <ReasonDialog
      verb={verb}
      count={rows.length}
      isDeletion={callName === 'delete'}
      onClose={onClose}
      onReason={(reason) =>
        start(
          toBulkAction((ids) =>
            call(`POST /admin/comment/${callName}`, { body: { ids, reason }, silent: true }),
          ),
        )
      }
    />
  ),
  ...extra,
});

export const bulkChanges: readonly Change[] = [
  { verb: '通过或显示', act: showComments, chunk: chunkSize },
  changeWithReason('隐藏', 'hide'),
  changeWithReason('删除', 'delete'),
];

/** Actions for one comment, depending on its state. */
export const commentChanges: readonly Change[] = [
  { verb: '通过', act: showComments, fits: ({ state }) => state === 'pending' },
  { verb: '重新显示', act: showComments, fits: ({ state }) => state === 'hidden' },
  {
    verb: '回复',
    fits: ({ state }) => state === 'visible',
    dialog: ({ rows: [row], onClose }) => row && <ReplyDialog comment={row} onClose={onClose} />,
  },
  { verb: '驳回举报', act: dismissReports, fits: ({ reportCount }) => reportCount > 0 },
  changeWithReason('不通过', 'hide', { fits: ({ state }) => state === 'pending' }),
  changeWithReason('隐藏', 'hide', {
    fits: ({ state }) => state === 'visible',
    undo: { verb: '重新显示', act: showComments },
  }),
  changeWithReason('删除', 'delete', { fits: ({ state }) => state !== 'deleted' }),
  {
    verb: '禁言',
    fits: ({ writer }) => writer !== null && !writer.mutedUntil,
    dialog: ({ rows: [row], onClose }) => row?.writer && <MuteDialog member={row.writer} onClose={onClose} />,
  },
];

const periods = [
  { value: 24, label: '1 天' },
  { value: 24 * 7, label: '7 天' },
  { value: 24 * 30, label: '30 天' },
  { value: 24 * 365, label: '1 年' },
];

type MuteProps = { member: { id: string; name: string }; onClose: () => void };

function MuteDialog({ member, onClose }: MuteProps) {
  const save = useSave('POST /admin/comment/mute', {
    schema: muteInput,
    initial: { hours: 24, reason: '' },
    toBody: (values) => ({ memberId: member.id, ...values }),
    done: `已禁言 ${member.name}`,
    onSaved: onClose,
  });
  return (
    <FormDialog
      save={save}
      title={`禁言 ${member.name}`}
      okText="禁言"
      isDanger
      width={460}
      onClose={onClose}
    >
      <p>期间不能发表评论，其他功能不受影响；已有的评论留着。</p>
      <Item name="hours" label="时长">
        <Radio.Group aria-label="时长" options={periods} />
      </Item>
      <TextAreaItem name="reason" label="理由" note="本人发表评论时会看到，也写进操作日志。" />
    </FormDialog>
  );
}

/** Answers a comment under the name of the person who is logged in, by the same rules as on the page of the post. */
function ReplyDialog({ comment, onClose }: { comment: AdminComment; onClose: () => void }) {
  const save = useSave('POST /member/addComment', {
    schema: addInput,
    initial: { body: '' },
    toBody: ({ body }) => ({ postId: comment.post.id, parentId: comment.id, body }),
    done: '回复已发表',
    onSaved: onClose,
  });
  return (
    <FormDialog
      save={save}
      title={`回复 ${comment.writer?.name ?? '已注销的会员'}`}
      okText="发表"
      width={520}
      onClose={onClose}
    >
      <p className={s.quote}>{comment.body}</p>
      <Item name="body" label="回复" note={`以你自己的名字发表在《${comment.post.title}》下面。`}>
        <Input.TextArea autoSize={{ minRows: 3, maxRows: 8 }} />
      </Item>
    </FormDialog>
  );
}

type ReasonProps = {
  verb: string;
  count: number;
  isDeletion: boolean;
  onReason: (reason: string) => void;
  onClose: () => void;
};

function ReasonDialog({ verb, count, isDeletion, onReason, onClose }: ReasonProps) {
  const save = usePrompt({ reason: '' }, ({ reason }) => onReason(reason));
  return (
    <FormDialog
      save={save}
      title={`${verb}${count === 1 ? '这条评论' : `这 ${count} 条评论`}`}
      okText={verb}
      isDanger={isDeletion}
      width={460}
      onClose={onClose}
    >
      <p>
        {isDeletion
          ? '读者立即看不到，删除后不能恢复；下面的回复会留下。'
          : '读者立即看不到；等待审核的算作不通过。以后可以重新显示。'}
      </p>
      <Item
        name="reason"
        label="理由"
        note="写评论的人会看到，也写进操作日志。"
        required
        rules={[{ required: true, whitespace: true, message: '请填写理由' }]}
      >
        <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Item>
    </FormDialog>
  );
}
