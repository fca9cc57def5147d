import { fetchRead } from '#admin/parts/data.ts';
import { TextAreaItem, TextItem } from '#admin/parts/form/items.tsx';
import { SaveButton, SaveForm } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { useConfirm } from '#admin/parts/layout/confirm.tsx';
import { showNumber } from '#admin/parts/show-number.ts';
import { announcementBody } from '../schema.ts';

/** Sends an announcement to all members, after a confirmation with the number of recipients. */
export function WriteAnnouncement({ onSent }: { onSent: () => void }) {
  const confirm = useConfirm();
  const save = useSave('POST /admin/sendAnnouncement', {
    schema: announcementBody,
    initial: { title: '', body: '', link: '' },
    confirm: async () => {
      const { members } = await fetchRead('GET /admin/announcement/audience', undefined);
      return new Promise((resolve) => {
        confirm({
          title: `发给 ${showNumber(members)} 位会员？`,
          content: '发出后不能撤回。不接收平台公告的会员不会收到。',
          okText: '发送',
          onOk: () => resolve(true),
          onCancel: () => resolve(false),
        });
      });
    },
    done: '公告正在发送',
    onSaved: onSent,
  });
  return (
    <SaveForm save={save} label="写公告">
      <TextItem name="title" label="标题" note="最多 100 个字" />
      <TextAreaItem name="body" label="内容" note="纯文字，最多 5000 个字，出现在会员的消息里" rows={4} />
      <TextItem name="link" label="链接" note="可不填；站内地址以 / 开头，或 https 地址" />
      <SaveButton save={save}>发送给全部会员</SaveButton>
    </SaveForm>
  );
}
