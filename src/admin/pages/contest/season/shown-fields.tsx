import { Checkbox, DatePicker, Input, Select } from 'antd';
import dayjs from 'dayjs';
import { Field } from '../../../parts/field.tsx';
import s from '../contest.module.css';
import { forWhomNames } from '../contest-words.ts';
import { NumberField } from '../number-field.tsx';
import type { SeasonDraft } from './season-draft.ts';

type ShownFieldsProps = {
  draft: SeasonDraft;
  isFixed: boolean;
  isEnded: boolean;
  onChange: (to: Partial<SeasonDraft>) => void;
};

const forWhom = Object.entries(forWhomNames).map(([value, label]) => ({ value, label }));

/** What a season is called, when it is, who may enrol and what there is to win. */
export function ShownFields({ draft, isFixed, isEnded, onChange }: ShownFieldsProps) {
  return (
    <fieldset className={s.group}>
      <legend>赛季</legend>
      <Field label="名称" note="读者看到的名字，页面会另外写明“模拟”。">
        {(id, noteId) => (
          <Input
            id={id}
            aria-describedby={noteId}
            maxLength={30}
            value={draft.name}
            onChange={({ target }) => onChange({ name: target.value })}
          />
        )}
      </Field>
      <div className={s.pair}>
        <DayField
          label="开始日期"
          day={draft.startsOn}
          isDisabled={isFixed}
          onChange={(startsOn) => onChange({ startsOn })}
        />
        <DayField
          label="结束日期"
          day={draft.endsOn}
          isDisabled={isFixed && isEnded}
          onChange={(endsOn) => onChange({ endsOn })}
        />
        <Field label="谁可以报名" note="每个手机号报一次。">
          {(id, noteId) => (
            <Select
              id={id}
              aria-describedby={noteId}
              options={forWhom}
              value={draft.forWhom}
              onChange={(chosen: SeasonDraft['forWhom']) => onChange({ forWhom: chosen })}
            />
          )}
        </Field>
        <NumberField
          label="他人交易延后（交易日）"
          note="别人看到一位选手的交易要晚几个交易日，0 为当天可见。"
          value={draft.delayDays}
          least={0}
          most={30}
          onChange={(delayDays) => onChange({ delayDays })}
        />
      </div>
      <Field label="奖品" note="奖品由你发放，系统不代发；留空就不显示。">
        {(id, noteId) => (
          <Input.TextArea
            id={id}
            aria-describedby={noteId}
            maxLength={500}
            autoSize={{ minRows: 2, maxRows: 8 }}
            value={draft.prizes}
            onChange={({ target }) => onChange({ prizes: target.value })}
          />
        )}
      </Field>
      <Checkbox checked={draft.isOpen} onChange={({ target }) => onChange({ isOpen: target.checked })}>
        对读者公开（不公开的赛季读者看不到，也不能报名和下单）
      </Checkbox>
    </fieldset>
  );
}

function DayField(props: {
  label: string;
  day: string | null;
  isDisabled: boolean;
  onChange: (day: string | null) => void;
}) {
  return (
    <Field label={props.label}>
      {(id) => (
        <DatePicker
          id={id}
          disabled={props.isDisabled}
          minDate={dayjs()}
          value={props.day ? dayjs(props.day) : null}
          onChange={(day) => props.onChange(day?.format('YYYY-MM-DD') ?? null)}
        />
      )}
    </Field>
  );
}
