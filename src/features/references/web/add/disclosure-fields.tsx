import { type ReactNode, useId, useState } from 'react';
import { describing, Field, FieldMessages, Radio, Textarea } from '#ui/controls/field.tsx';
import { HelpText } from '#ui/controls/form-parts.tsx';
import s from '#ui/editor/editor.module.css';
import type { Disclosure } from '../../schema.ts';

type Holding = Disclosure['holding'];

export type DisclosureState = {
  answer: Disclosure | null;
  isErrorShown: boolean;
  change: (change: Partial<Disclosure>) => void;
  /** Returns whether the answer is complete; if not, the fields show their errors from then on. */
  validate: () => boolean;
};

/** The state of a writer's disclosure of holdings; starts with the previous answer. */
export function useDisclosure(previous: Disclosure | null): DisclosureState {
  const [changed, setChanged] = useState<Disclosure>();
  const [isErrorShown, setIsErrorShown] = useState(false);
  const answer = changed ?? previous;
  return {
    answer,
    isErrorShown,
    change: (change) => setChanged({ holding: 'none', note: '', ...answer, ...change }),
    validate: () => {
      const isMissing = answer === null || (answer.holding === 'other' && answer.note.trim() === '');
      setIsErrorShown(isMissing);
      return !isMissing;
    },
  };
}

const choices: readonly { holding: Holding; label: string }[] = [
  { holding: 'none', label: '不持有' },
  { holding: 'holds', label: '持有' },
  { holding: 'other', label: '另作说明' },
];

/** Asks whether the writer holds the securities that the text names; the answer is published with the text. */
export function DisclosureFields({
  answer,
  isErrorShown,
  change,
  riskText,
}: DisclosureState & { riskText: string }) {
  const holding = answer?.holding;
  return (
    <>
      <ChoiceGroup
        legend="文中提到的证券，你持有吗？"
        note="会和正文一起给读者看"
        error={isErrorShown && (holding === undefined ? '请选择一项' : '选了“另作说明”，请写明情况')}
      >
        {choices.map((choice) => (
          <Radio
            key={choice.holding}
            name="holding"
            checked={choice.holding === holding}
            onChange={() => change({ holding: choice.holding })}
          >
            {choice.label}
          </Radio>
        ))}
      </ChoiceGroup>
      {holding !== undefined && holding !== 'none' && (
        <Field label="说明" hint={holding === 'other' ? '最多 300 字' : '可以不填，最多 300 字'}>
          {(control) => (
            <Textarea
              {...control}
              name="note"
              maxLength={300}
              value={answer?.note ?? ''}
              onChange={({ target }) => change({ note: target.value })}
            />
          )}
        </Field>
      )}
      {riskText && (
        <HelpText>
          <p>文末会附上：{riskText}</p>
        </HelpText>
      )}
    </>
  );
}

interface ChoiceGroupProps {
  legend: string;
  note?: string;
  error?: string | false;
  /** `Radio`s of one name. */
  children: ReactNode;
}

/** One of several options, below a question. */
function ChoiceGroup({ legend, note, error, children }: ChoiceGroupProps) {
  const id = useId();
  const errorText = error || null;
  return (
    <fieldset className={s.question} {...describing(id, { note, error: errorText })}>
      <legend>{legend}</legend>
      <div className={s.choice}>{children}</div>
      <FieldMessages id={id} note={note} error={errorText} />
    </fieldset>
  );
}
