import { Alert, Button, Input, Modal } from 'antd';
import { useEffect, useState } from 'react';
import type { WordImport, WordRecord } from '#features/moderation/words/schema.ts';
import { DropZone } from '#ui/uploads/drop-zone.tsx';
import { call } from '../../../api.ts';
import { faultOf } from '../../../parts/use-load.ts';
import s from '../moderation.module.css';
import { LevelField } from './level-field.tsx';

/** Five megabytes, as the server has it. */
const mostBytes = 5 * 1024 * 1024;

/** Brings a list of words in, and says line by line what could not be used. */
export function ImportDialog(props: { isOpen: boolean; onClose: () => void; onDone: () => void }) {
  const { isOpen, onClose, onDone } = props;
  const [file, setFile] = useState<File>();
  const [level, setLevel] = useState<WordRecord['level']>('review');
  const [category, setCategory] = useState('');
  const [fault, setFault] = useState<string>();
  const [report, setReport] = useState<WordImport>();
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    setFile(undefined);
    setFault(undefined);
    setReport(undefined);
  }, [isOpen]);
  const bringIn = async () => {
    if (!file) return;
    if (file.size > mostBytes) return setFault('词表文件过大，最多 5 MB；请分成几份导入');
    setIsBusy(true);
    setFault(undefined);
    const body = new FormData();
    body.append('file', file);
    body.append('level', level);
    body.append('category', category);
    try {
      setReport(await call('POST /admin/word/import', { body, silent: true }));
      onDone();
    } catch (error) {
      setFault(faultOf(error).message);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Modal
      title="导入词表"
      open={isOpen}
      onCancel={onClose}
      width={520}
      destroyOnHidden
      footer={
        report ? (
          <Button type="primary" onClick={onClose}>
            知道了
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>取消</Button>
            <Button type="primary" disabled={!file} loading={isBusy} onClick={() => void bringIn()}>
              导入
            </Button>
          </>
        )
      }
    >
      {report ? (
        <Report report={report} />
      ) : (
        <div className={s.form}>
          <DropZone
            accept=".txt,.csv,text/plain,text/csv"
            label={file ? file.name : '选择或拖入词表文件'}
            note="TXT 或 CSV，任何编码，最多 5 MB"
            onFile={(chosen) => {
              setFile(chosen);
              setFault(undefined);
            }}
          />
          <p className={s.hint}>一行一个词；也可以写成“词,级别,分类”。没写级别的按下面的算：</p>
          <LevelField value={level} onChange={setLevel} />
          <label className={s.field}>
            分类（可不填）
            <Input maxLength={20} value={category} onChange={({ target }) => setCategory(target.value)} />
          </label>
          {fault && <Alert type="error" showIcon title={fault} role="alert" />}
        </div>
      )}
    </Modal>
  );
}

function Report({ report: { added, changed, unchanged, failed, faults } }: { report: WordImport }) {
  return (
    <Alert
      role="status"
      type={failed > 0 ? 'warning' : 'success'}
      showIcon
      title={`新增 ${added} 个，改动 ${changed} 个，未变 ${unchanged} 个${failed > 0 ? `，${failed} 行没有导入` : ''}`}
      description={
        faults.length > 0 && (
          <ul>
            {faults.map(({ line, message }) => (
              <li key={line}>
                第 {line} 行：{message}
              </li>
            ))}
            {failed > faults.length && <li>还有 {failed - faults.length} 行</li>}
          </ul>
        )
      }
    />
  );
}
