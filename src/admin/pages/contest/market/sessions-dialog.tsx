import { Button, TimePicker } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import type { MarketRules } from '#features/contest/market/desk/schema.ts';
import { call } from '../../../api.ts';
import s from '../contest.module.css';
import { FromDialog } from './from-dialog.tsx';

type Hours = MarketRules['sessions'][number];
type Part = { key: number; opens: string; closes: string };

const mostParts = 8;
const usual = [
  { opens: '09:15', closes: '09:25' },
  { opens: '09:30', closes: '11:30' },
  { opens: '13:00', closes: '15:00' },
];

/** Adds the hours of a trade day from a day on; begins from those of now. */
export function SessionsDialog(props: {
  newest: Hours | undefined;
  onClose: () => void;
  onDone: () => void;
}) {
  const [parts, setParts] = useState<Part[]>(() =>
    (props.newest?.parts ?? usual).map((part, key) => ({ key, ...part })),
  );
  const change = (key: number, to: Partial<Part>) =>
    setParts((held) => held.map((part) => (part.key === key ? { ...part, ...to } : part)));
  const add = () =>
    setParts((held) => [
      ...held,
      { key: Math.max(-1, ...held.map(({ key }) => key)) + 1, opens: '', closes: '' },
    ]);
  return (
    <FromDialog
      title="新增交易时间"
      isReady={parts.length > 0 && parts.every(({ opens, closes }) => opens !== '' && closes !== '')}
      onSubmit={(validFrom) =>
        call('POST /admin/contest/market/addSessions', {
          body: { validFrom, parts: parts.map(({ opens, closes }) => ({ opens, closes })) },
          silent: true,
        })
      }
      onClose={props.onClose}
      onDone={props.onDone}
    >
      {parts.map(({ key, opens, closes }, place) => (
        <div className={s.hours} key={key}>
          <Clock
            label={`第 ${place + 1} 段开始`}
            value={opens}
            onChange={(time) => change(key, { opens: time })}
          />
          <Clock
            label={`第 ${place + 1} 段结束`}
            value={closes}
            onChange={(time) => change(key, { closes: time })}
          />
          <Button
            aria-label={`去掉第 ${place + 1} 段`}
            disabled={parts.length === 1}
            onClick={() => setParts((held) => held.filter((part) => part.key !== key))}
          >
            去掉
          </Button>
        </div>
      ))}
      <div>
        <Button disabled={parts.length >= mostParts} onClick={add}>
          再加一段
        </Button>
      </div>
    </FromDialog>
  );
}

function Clock(props: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <TimePicker
      aria-label={props.label}
      placeholder={props.label}
      format="HH:mm"
      allowClear={false}
      value={props.value ? dayjs(`2026-01-01T${props.value}`) : null}
      onChange={(time) => props.onChange(time?.format('HH:mm') ?? '')}
    />
  );
}
