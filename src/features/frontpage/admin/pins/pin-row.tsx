import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useSend } from '#admin/parts/data.ts';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { Quiet, Row } from '#admin/parts/layout/page.tsx';
import { type AdminPin, saveInput } from '../../pins/schema.ts';
import s from '../frontpage.module.css';
import { PeriodItems } from '../period-items.tsx';
import { StateChip, showPeriod } from '../state-chip.tsx';

type Props = { pin: AdminPin; position: number; isBusy: boolean; moveButtons: ReactNode };

/** A pinned post with its position, period and actions. */
export function PinRow({ pin, position, isBusy, moveButtons }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const { send, isSending } = useSend('POST /admin/pin/remove', { done: '已取消置顶' });
  return (
    <div className={s.pin}>
      <span className={s.number}>{position}</span>
      <div>
        <div className={s.name}>{pin.title}</div>
        <Row>
          <StateChip state={pin.state} />
          <Quiet>
            {pin.columnName}，{showPeriod(pin)}
          </Quiet>
        </Row>
      </div>
      <div className={s.acts}>
        {moveButtons}
        <Button
          type="text"
          size="small"
          aria-label={`改《${pin.title}》的时间`}
          onClick={() => setIsOpen(true)}
        >
          时间
        </Button>
        <Button
          type="text"
          size="small"
          aria-label={`取消置顶《${pin.title}》`}
          disabled={isBusy || isSending}
          onClick={() => void send({ id: pin.id })}
        >
          取消置顶
        </Button>
      </div>
      {isOpen && <PeriodDialog pin={pin} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

function PeriodDialog({ pin, onClose }: { pin: AdminPin; onClose: () => void }) {
  const { id, startsAt, endsAt } = pin;
  const save = useSave('POST /admin/pin/save', {
    schema: saveInput,
    initial: { id, startsAt, endsAt },
    done: '置顶时间已改',
    onSaved: onClose,
  });
  return (
    <FormDialog save={save} title="置顶时间" width={480} onClose={onClose}>
      <p className={s.name}>《{pin.title}》</p>
      <PeriodItems />
    </FormDialog>
  );
}
