import { Alert, Input, Modal } from 'antd';
import { useEffect, useState } from 'react';
import { toasts } from '#client/toasts.ts';
import type { WordRecord } from '#features/moderation/words/schema.ts';
import { call } from '../../../api.ts';
import { faultOf } from '../../../parts/use-load.ts';
import s from '../moderation.module.css';
import { LevelField } from './level-field.tsx';

export interface WordDialogProps {
  /** The word that is changed; none when one is added. */
  word: WordRecord | undefined;
  isOpen: boolean;
  onClose: () => void;
  onDone: () => void;
}

/** Adds a word, or gives one another level and category. */
export function WordDialog({ word, isOpen, onClose, onDone }: WordDialogProps) {
  const [text, setText] = useState('');
  const [level, setLevel] = useState<WordRecord['level']>('review');
  const [category, setCategory] = useState('');
  const [fault, setFault] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    setText(word?.word ?? '');
    setLevel(word?.level ?? 'review');
    setCategory(word?.category ?? '');
    setFault(undefined);
  }, [isOpen, word]);
  const save = async () => {
    setIsBusy(true);
    try {
      if (word) await call('POST /admin/word/save', { body: { id: word.id, level, category }, silent: true });
      else await call('POST /admin/word/add', { body: { word: text, level, category }, silent: true });
      toasts.success(word ? '已修改' : '已添加，之后发布的内容都会检查它');
      onDone();
      onClose();
    } catch (error) {
      setFault(faultOf(error).message);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Modal
      title={word ? `修改“${word.word}”` : '添加敏感词'}
      open={isOpen}
      onCancel={onClose}
      onOk={() => void save()}
      okText={word ? '保存' : '添加'}
      okButtonProps={{ disabled: text.trim() === '' }}
      confirmLoading={isBusy}
      width={460}
      destroyOnHidden
    >
      <div className={s.form}>
        {!word && (
          <label className={s.field}>
            敏感词
            <Input
              autoFocus
              maxLength={50}
              value={text}
              onChange={({ target }) => setText(target.value)}
              onPressEnter={() => text.trim() && void save()}
            />
          </label>
        )}
        <LevelField value={level} onChange={setLevel} />
        <label className={s.field}>
          分类（可不填）
          <Input maxLength={20} value={category} onChange={({ target }) => setCategory(target.value)} />
        </label>
        <p className={s.hint}>空格、符号、全角半角和大小写都不影响比对：“敏*感 词”也会查出。</p>
        {fault && <Alert type="error" showIcon title={fault} role="alert" />}
      </div>
    </Modal>
  );
}
