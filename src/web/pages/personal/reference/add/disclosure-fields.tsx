import { type ReactNode, useId, useState } from 'react';
import type { Disclosure } from '#features/references/schema.ts';
import { describing, Field, FieldMessages, Radio, Textarea } from '#ui/controls/field.tsx';
import { Words } from '#ui/controls/form-parts.tsx';
import s from '#ui/editor/editor.module.css';

type Holding = Disclosure['holding'];

export type Disclosing = {
  answer: Disclosure | null;
  isMissed: boolean;
  change: (change: Partial<Disclosure>) => void;
  /** Whether what is there may be sent; where it may not, the fields say so from now on. */
  isAnswered: () => boolean;
};

/** What a writer answers about what they hold, beginning from `last`, the answer before. */
export function useDisclosing(last: Disclosure | null): Disclosing {
  const [changed, setChanged] = useState<Disclosure>();
  const [isMissed, setIsMissed] = useState(false);
  const answer = changed ?? last;
  return {
    answer,
    isMissed,
    change: (change) => setChanged({ holding: 'none', note: '', ...answer, ...change }),
    isAnswered: () => {
      const isMissing = answer === null || (answer.holding === 'other' && answer.note.trim() === '');
      setIsMissed(isMissing);
      return !isMissing;
    },
  };
}

const choices: readonly { holding: Holding; label: string }[] = [
  { holding: 'none', label: '不持有' },
  { holding: 'holds', label: '持有' },
  { holding: 'other', label: '另作说明' },
];

/** Asks whether the writer holds what the text names; the answer stands with the text. */
export function DisclosureFields({ answer, isMissed, change, riskText }: Disclosing & { riskText: string }) {
  const holding = answer?.holding;
  return (
    <>
      <ChoiceGroup
        legend="文中提到的证券，你持有吗？"
        note="会和正文一起给读者看"
        error={isMissed && (holding === undefined ? '请选择一项' : '选了「另作说明」，请写明情况')}
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
        <Words>
          <p>文末会附上：{riskText}</p>
        </Words>
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

/** One of a few, under a question. */
function ChoiceGroup({ legend, note, error, children }: ChoiceGroupProps) {
  const id = useId();
  const fault = error || null;
  return (
    <fieldset className={s.question} {...describing(id, { note, error: fault })}>
      <legend>{legend}</legend>
      <div className={s.choice}>{children}</div>
      <FieldMessages id={id} note={note} error={fault} />
    </fieldset>
  );
}
