import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { createInput } from '../schema.ts';
import { TopicFields } from './topic-fields.tsx';

const empty = { title: '', slug: '', introduction: '', cover: null as string | null, isOpen: true };

type Props = { onClose: () => void; onCreated: (id: string) => void };

/** Adds a topic, which is then opened to choose its posts. */
export function NewTopic({ onClose, onCreated }: Props) {
  const save = useSave('POST /admin/topic/create', {
    schema: createInput,
    initial: empty,
    done: '专题已建立，可以放文章了',
    onSaved: ({ id }) => onCreated(id),
  });
  return (
    <FormDialog save={save} title="新建专题" okText="建立" width={560} onClose={onClose}>
      <TopicFields />
    </FormDialog>
  );
}
