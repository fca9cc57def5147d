import { useId } from 'react';
import { classNames } from '#ui/class-names.ts';
import { isComposing } from '#ui/composing.ts';
import { describing, FieldMessages, Input } from '#ui/controls/field.tsx';
import { Icon } from '#ui/icon.tsx';
import s from './stepper.module.css';

export interface StepperProps {
  label: string;
  unit: string;
  value: string;
  onType: (typed: string) => void;
  /** Called for a press on − or +, and for the arrow keys. */
  onStep: (by: 1 | -1) => void;
  /** Accessible names of the buttons: 加一档, 减一手. */
  stepNames: { less: string; more: string };
  note?: string | undefined;
  error?: string | undefined;
  inputMode: 'decimal' | 'numeric';
  /** Shown instead of the field when there is nothing to type, as for a market order. */
  standIn?: string | undefined;
}

/** A number field with − and + buttons and arrow keys. */
export function Stepper(props: StepperProps) {
  const { label, unit, value, onType, onStep, stepNames, note, error, inputMode, standIn } = props;
  const id = useId();
  const isOff = standIn !== undefined;
  return (
    <div>
      <div className={s.label}>
        <label htmlFor={id}>{label}</label>
        <small>{unit}</small>
      </div>
      <div className={classNames(s.row, error && s.wrong)}>
        <StepButton label={stepNames.less} icon="minus" isOff={isOff} onPress={() => onStep(-1)} />
        <Input
          id={id}
          className={classNames(s.input, 'fig')}
          value={isOff ? standIn : value}
          disabled={isOff}
          inputMode={inputMode}
          autoComplete="off"
          maxLength={14}
          {...describing(id, { note, error })}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={(event) => {
            if (isComposing(event)) return;
            if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
            event.preventDefault();
            onStep(event.key === 'ArrowUp' ? 1 : -1);
          }}
        />
        <StepButton label={stepNames.more} icon="plus" isOff={isOff} onPress={() => onStep(1)} />
      </div>
      <FieldMessages id={id} note={note} error={error} />
    </div>
  );
}

interface StepButtonProps {
  label: string;
  icon: 'minus' | 'plus';
  isOff: boolean;
  onPress: () => void;
}

// Not in the tab order, because the arrow keys do the same and Tab moves from field to field.
function StepButton({ label, icon, isOff, onPress }: StepButtonProps) {
  return (
    <button type="button" tabIndex={-1} aria-label={label} disabled={isOff} onClick={onPress}>
      <Icon name={icon} size="s" />
    </button>
  );
}
