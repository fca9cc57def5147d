import { Alert, Modal, Radio } from 'antd';
import { useEffect, useState } from 'react';
import { toasts } from '#client/toasts.ts';
import type { DeskPost } from '#features/posts/calls.ts';
import { call } from '../../../api.ts';
import { showTime } from '../../../parts/show-time.ts';
import { faultOf } from '../../../parts/use-load.ts';
import s from './editor.module.css';
import { nextFullHour, readSchedule } from './schedule.ts';

export interface PublishDialogProps {
  id: string;
  base: number;
  title: string;
  state: DeskPost['state'];
  isOpen: boolean;
  onClose: () => void;
  onDone: (version: number) => Promise<void>;
}

/** Now or later; Enter is the way on. Times are Shanghai's, wherever the editor sits. */
export function PublishDialog({ id, base, title, state, isOpen, onClose, onDone }: PublishDialogProps) {
  const [isLater, setIsLater] = useState(state === 'scheduled');
  const [time, setTime] = useState('');
  const [fault, setFault] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    setFault(undefined);
    setIsLater(state === 'scheduled');
    setTime(nextFullHour(new Date()));
  }, [isOpen, state]);
  const schedule = isLater ? readSchedule(time, new Date()) : undefined;
  const publish = async () => {
    if (schedule && 'fault' in schedule) return setFault(schedule.fault);
    setIsBusy(true);
    try {
      const at = schedule?.at;
      const body = { id, base, ...(at && { at }) };
      const { version } = await call('POST /admin/post/publish', { body, silent: true });
      toasts.success(at ? `已定时，${showTime(at)} 发布` : '已发布，读者现在就能看到');
      onClose();
      await onDone(version);
    } catch (error) {
      setFault(faultOf(error).message);
    } finally {
      setIsBusy(false);
    }
  };
  const isOut = state === 'published';
  return (
    <Modal
      open={isOpen}
      title={isOut ? '发布修改' : '发布'}
      okText={isLater ? '定时发布' : '现在发布'}
      onOk={() => void publish()}
      onCancel={onClose}
      confirmLoading={isBusy}
      okButtonProps={{ autoFocus: true }}
      width={480}
      focusable={{ trap: true }}
    >
      <p className={s.ask}>《{title}》</p>
      {isOut ? (
        <p>读者看到的内容会换成最新版本。</p>
      ) : (
        <Radio.Group
          aria-label="什么时候发布"
          value={isLater}
          onChange={({ target }) => setIsLater(target.value)}
          options={[
            { value: false, label: '现在' },
            { value: true, label: '定时' },
          ]}
        />
      )}
      {isLater && !isOut && (
        <label className={s.field}>
          发布时间（北京时间）
          <input
            className={s.time}
            type="datetime-local"
            value={time}
            onChange={({ target }) => setTime(target.value)}
          />
        </label>
      )}
      {fault && <Alert type="error" showIcon title={fault} role="alert" />}
    </Modal>
  );
}
