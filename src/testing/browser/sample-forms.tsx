import { Button } from 'antd';
import { useState } from 'react';
import { z } from 'zod';
import { useRead } from '#admin/parts/data.ts';
import { DayItem, FenItem, MomentItem, TextItem } from '#admin/parts/form/items.tsx';
import { LookupForm } from '#admin/parts/form/lookup-form.tsx';
import { FormDialog, SaveButton, SaveForm } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { Loaded } from '#admin/parts/layout/loaded.tsx';

// Forms of the back office for tests of their parts. Import this module during a test: its modules read the document's
// payload.

/** The body that the samples send to `POST /admin/post/setPublishedAt`, which stands for any call that saves. */
export type SampleValues = {
  version: number;
  name: string;
  note: string;
  at: string | null;
  day: string | null;
  price: number | null;
};
/** The call whose answer, a `SampleValues`, the page's form edits. */
export const sampleRead = 'GET /admin/post/talk';
export const sampleSave = 'POST /admin/post/setPublishedAt';

const schema = z.object({
  version: z.number(),
  name: z.string().min(1, { error: '请填写名称' }).max(20, { error: '名称最多 20 个字' }),
  note: z.string().max(50, { error: '备注最多 50 个字' }),
  at: z.string().nullable(),
  day: z.string().nullable(),
  price: z.number().nullable(),
});
const useSampleSave = (initial: SampleValues, onSaved?: () => void) =>
  useSave(sampleSave, {
    schema: schema as never,
    initial,
    done: '已保存',
    ...(onSaved && { onSaved }),
  });

const fields = (
  <>
    <TextItem name="name" label="名称" />
    <TextItem name="note" label="备注" />
    <MomentItem name="at" label="开始时间" />
    <DayItem name="day" label="哪一天" />
    <FenItem name="price" label="价格" range={{ min: 100, max: 100_000 }} isOptional />
  </>
);

/** A button that opens the form in a dialog. */
export function SampleDialog({ initial }: { initial: SampleValues }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <main>
      <h1>样例</h1>
      <Button onClick={() => setIsOpen(true)}>打开</Button>
      {isOpen && <Dialog initial={initial} onClose={() => setIsOpen(false)} />}
    </main>
  );
}

function Dialog({ initial, onClose }: { initial: SampleValues; onClose: () => void }) {
  const save = useSampleSave(initial, onClose);
  return (
    <FormDialog save={save} title="改样例" onClose={onClose}>
      {fields}
    </FormDialog>
  );
}

/** The form of a record that it reads, on a page. */
export function SamplePage() {
  const read = useRead(sampleRead, { id: '1' });
  return (
    <Loaded read={read} noun="样例">
      {(values) => <PageForm initial={values as never} />}
    </Loaded>
  );
}

function PageForm({ initial }: { initial: SampleValues }) {
  const save = useSampleSave(initial);
  return (
    <SaveForm save={save} label="样例">
      {fields}
      <SaveButton save={save} />
    </SaveForm>
  );
}

/** The states of several reads below each other, by the id of each. */
export const SampleReads = ({ ids }: { ids: string[] }) => ids.map((id) => <SampleRead key={id} id={id} />);

function SampleRead({ id }: { id: string }) {
  const read = useRead(sampleRead, { id });
  return (
    <section aria-label={id}>
      <Loaded read={read} noun="样例">
        {(values) => JSON.stringify(values)}
      </Loaded>
      <Button onClick={() => void read.refetch()}>再取{id}</Button>
    </section>
  );
}

/** A form with one field that shows what a call finds. */
export const SampleLookup = () => (
  <LookupForm
    call="POST /admin/leak/traceNumber"
    schema={z.object({ number: z.string().min(1, { error: '请填写编号' }) })}
    name="number"
    label="编号"
    verb="查编号"
  >
    {({ reader }) => (reader ? `这是 ${reader.name} 的编号` : '没有这个编号')}
  </LookupForm>
);
