import { Alert, Checkbox, Modal, Radio } from 'antd';
import { useEffect, useState } from 'react';
import { usePermit } from '#client/permissions.tsx';
import { toasts } from '#client/toasts.ts';
import type { DeskPost } from '#features/posts/desk/schema.ts';
import { call } from '../../../api.ts';
import { showTime } from '../../../parts/show-time.ts';
import { faultOf } from '../../../parts/use-load.ts';
import s from './editor.module.css';
import { nextFullHour, readSchedule } from './schedule.ts';
import { useWordCheck, WordCheck } from './word-check.tsx';

export interface PublishDialogProps {
  id: string;
  base: number;
  title: string;
  state: DeskPost['state'];
  isOpen: boolean;
  onClose: () => void;
  onDone: (version: number) => Promise<void>;
}

type Way = 'now' | 'later' | 'review';

/**
 * Now, later, or by way of a reviewer, which is the only way for who may not publish; Enter is the way on. The words of
 * the piece are looked at before the last click. Times are Shanghai's, wherever the editor sits.
 */
export function PublishDialog({ id, base, title, state, isOpen, onClose, onDone }: PublishDialogProps) {
  const mayPublish = usePermit('content.publish');
  const isReviewer = usePermit('content.review');
  const [way, setWay] = useState<Way>('now');
  const [time, setTime] = useState('');
  const [isReviewed, setIsReviewed] = useState(false);
  const [fault, setFault] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const check = useWordCheck(id, base, isOpen);
  const isOut = state === 'published';
  useEffect(() => {
    if (!isOpen) return;
    setFault(undefined);
    setIsReviewed(false);
    setWay(!mayPublish ? 'review' : state === 'scheduled' ? 'later' : 'now');
    setTime(nextFullHour(new Date()));
  }, [isOpen, state, mayPublish]);
  const isBlocked = check.hits.some(({ level }) => level === 'block');
  const callsForReview = check.hits.some(({ level }) => level === 'review');
  const isHeld = way === 'review' || (callsForReview && !isReviewed);

  const publish = async () => {
    const schedule = way === 'later' ? readSchedule(time, new Date()) : undefined;
    if (schedule && 'fault' in schedule) return setFault(schedule.fault);
    setIsBusy(true);
    try {
      const at = schedule?.at;
      const body = { id, base, ...(at && { at }) };
      const { version, isHeld: waits } = await (way === 'review'
        ? call('POST /admin/post/submit', { body, silent: true })
        : call('POST /admin/post/publish', { body: { ...body, isReviewed }, silent: true }));
      if (waits) toasts.success('已送审，审核通过后发布');
      else toasts.success(at ? `已定时，${showTime(at)} 发布` : '已发布，读者现在就能看到');
      onClose();
      await onDone(version);
    } catch (error) {
      setFault(faultOf(error).message);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Modal
      open={isOpen}
      title={mayPublish ? (isOut ? '发布修改' : '发布') : '送审'}
      okText={isHeld ? '送审' : way === 'later' ? '定时发布' : '现在发布'}
      onOk={() => void publish()}
      onCancel={onClose}
      confirmLoading={isBusy}
      okButtonProps={{ autoFocus: true, disabled: isBlocked }}
      width={480}
      focusable={{ trap: true }}
    >
      <div className={s.asking}>
        <p className={s.ask}>《{title}》</p>
        {mayPublish && (
          <Radio.Group
            aria-label="什么时候发布"
            value={way}
            onChange={({ target }) => setWay(target.value)}
            options={[
              { value: 'now', label: '现在' },
              ...(isOut ? [] : [{ value: 'later', label: '定时' }]),
              { value: 'review', label: '先送审' },
            ]}
          />
        )}
        {way === 'review' && <p>审核员通过后发布，结果会通知您。</p>}
        {way === 'now' && isOut && <p>读者看到的内容会换成最新版本。</p>}
        {way === 'later' && (
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
        <WordCheck check={check} />
        {callsForReview && !isBlocked && way !== 'review' && isReviewer && (
          <Checkbox checked={isReviewed} onChange={({ target }) => setIsReviewed(target.checked)}>
            我是审核员，已看过这些词，直接发布
          </Checkbox>
        )}
        {fault && <Alert type="error" showIcon title={fault} role="alert" />}
      </div>
    </Modal>
  );
}
