import { Button } from 'antd';
import { useState } from 'react';
import { useSend } from '#admin/parts/data.ts';
import { Item, TextItem } from '#admin/parts/form/items.tsx';
import { FormDrawer } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { Row } from '#admin/parts/layout/page.tsx';
import { createInput, type KnowPlace, type KnowVersion } from '../../know/schema.ts';
import { KnowPreview } from './know-preview.tsx';
import { NoticeEditor } from './notice-editor.tsx';

type Props = { place: KnowPlace; base: KnowVersion | undefined; onClose: () => void };

/** Writes the next version of a place's notice, starting from another version or from an empty text. */
export function NewVersion({ place, base, onClose }: Props) {
  const [previewHtml, setPreviewHtml] = useState<string>();
  const save = useSave('POST /admin/know/create', {
    schema: createInput,
    initial: { place, title: base?.title ?? '', body: base?.body ?? '' },
    done: ({ version }) => `第 ${version} 版已保存，上线后读者才会看到`,
    onSaved: onClose,
  });
  const preview = useSend('POST /admin/know/preview', { onDone: ({ body }) => setPreviewHtml(body) });
  const fieldValue = (name: 'title' | 'body') => save.form.getFieldValue(name) as string;
  return (
    <FormDrawer save={save} title="写新版本" okText="保存这一版" width={640} onClose={onClose}>
      <TextItem name="title" label="标题" note="最多 50 个字" />
      <Item name="body" label="内容">
        <NoticeEditor />
      </Item>
      <Row>
        <Button loading={preview.isSending} onClick={() => void preview.send({ body: fieldValue('body') })}>
          看读者看到的样子
        </Button>
      </Row>
      {previewHtml !== undefined && (
        <KnowPreview
          title={fieldValue('title') || '须知标题'}
          body={previewHtml}
          onClose={() => setPreviewHtml(undefined)}
        />
      )}
    </FormDrawer>
  );
}
