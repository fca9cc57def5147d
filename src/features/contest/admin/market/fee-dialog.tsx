import { Item } from '#admin/parts/form/items.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { Pair } from '#admin/parts/layout/page.tsx';
import { addFeeInput, type MarketRules } from '../../market/manage/schema.ts';
import { ScaledInput } from '../scaled-input.tsx';
import { ValidFromItem } from './valid-from-item.tsx';

type Fee = MarketRules['fees'][number];

/** Adds a public fee rule with a first day; starts from the newest one. */
export function FeeDialog({ newest, onClose }: { newest: Fee | undefined; onClose: () => void }) {
  const save = useSave('POST /admin/contest/market/addFee', {
    schema: addFeeInput,
    initial: { stampPpm: 500, transferPpm: 10, ...newest, validFrom: null as string | null },
    toBody: (values) => ({ ...values, validFrom: values.validFrom as string }),
    done: '规则已加上',
    onSaved: onClose,
  });
  return (
    <FormDialog save={save} title="新增印花税与过户费" okText="加上" width={640} onClose={onClose}>
      <ValidFromItem />
      <Pair>
        <Item name="stampPpm" label="印花税（%，卖出）">
          <ScaledInput per={10_000} />
        </Item>
        <Item name="transferPpm" label="过户费（%，双向）">
          <ScaledInput per={10_000} />
        </Item>
      </Pair>
    </FormDialog>
  );
}
