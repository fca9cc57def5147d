import { Button, Input } from 'antd';
import { useState } from 'react';
import { Item } from '#admin/parts/form/items.tsx';
import { clockNote } from '#admin/parts/form/pickers.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { Quiet, Row } from '#admin/parts/layout/page.tsx';
import { showTime } from '#admin/parts/show-time.ts';
import { toIso } from '#shared/dates.ts';
import { setPublishedAtInput } from '../../manage/schema.ts';

type Props = { id: string; publishedAt: string };

/** Shows the time of publication of a published post and corrects it immediately, independently of the draft. */
export function PublishedAt(props: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Row>
      <Quiet>发布于 {showTime(props.publishedAt)}</Quiet>
      <Button size="small" onClick={() => setIsOpen(true)}>
        改发布时间
      </Button>
      {isOpen && <PublishedAtDialog {...props} onClose={() => setIsOpen(false)} />}
    </Row>
  );
}

function PublishedAtDialog({ id, publishedAt, onClose }: Props & { onClose: () => void }) {
  const save = useSave('POST /admin/post/setPublishedAt', {
    schema: setPublishedAtInput,
    initial: { at: toIso(new Date(publishedAt)).slice(0, 16) },
    toBody: ({ at }) => ({ id, at }),
    done: '发布时间已改',
    onSaved: onClose,
  });
  return (
    <FormDialog save={save} title="改发布时间" okText="保存" width={420} onClose={onClose}>
      <p>列表、订阅源和搜索的次序随它立即改变，不会通知读者。</p>
      <Item name="at" label="发布时间（北京时间）" note={clockNote()}>
        <Input type="datetime-local" />
      </Item>
    </FormDialog>
  );
}
