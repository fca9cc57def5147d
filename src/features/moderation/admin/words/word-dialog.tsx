import { Input } from 'antd';
import { Item, TextItem } from '#admin/parts/form/items.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { Quiet } from '#admin/parts/layout/page.tsx';
import { addInput, saveInput, type WordRecord } from '../../words/schema.ts';
import { LevelItem } from './level-item.tsx';

const emptyWord = { word: '', level: 'review' as WordRecord['level'], category: '' };

export function WordDialog({ word, onClose }: { word: WordRecord | undefined; onClose: () => void }) {
  const { level, category } = word ?? emptyWord;
  const save = useSave(word ? 'POST /admin/word/save' : 'POST /admin/word/add', {
    schema: word ? saveInput : addInput,
    initial: { word: word?.word ?? '', level, category },
    toBody: ({ word: newWord, ...fields }) =>
      word ? { id: word.id, ...fields } : { word: newWord, ...fields },
    done: word ? '已修改' : '已添加，之后发布的内容都会检查它',
    onSaved: onClose,
  });
  return (
    <FormDialog
      save={save}
      title={word ? `修改“${word.word}”` : '添加敏感词'}
      okText={word ? '保存' : '添加'}
      width={460}
      onClose={onClose}
    >
      {!word && (
        <Item name="word" label="敏感词">
          <Input autoFocus />
        </Item>
      )}
      <LevelItem />
      <TextItem name="category" label="分类（可不填）" />
      <Quiet>空格、符号、全角半角和大小写都不影响比对：“敏*感 词”也会查出。</Quiet>
    </FormDialog>
  );
}
