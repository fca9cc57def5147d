import { Button, Form } from 'antd';
import { ClockPicker } from '#admin/parts/form/pickers.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { Row } from '#admin/parts/layout/page.tsx';
import { addSessionsInput, type MarketRules } from '../../market/manage/schema.ts';
import { ValidFromItem } from './valid-from-item.tsx';

type Hours = MarketRules['sessions'][number];

const maxParts = 8;
const defaultSessions = [
  { opens: '09:15', closes: '09:25' },
  { opens: '09:30', closes: '11:30' },
  { opens: '13:00', closes: '15:00' },
];

/** Adds trading hours with a first day; starts from the newest ones. */
export function SessionsDialog({ newest, onClose }: { newest: Hours | undefined; onClose: () => void }) {
  const save = useSave('POST /admin/contest/market/addSessions', {
    schema: addSessionsInput,
    initial: { validFrom: null as string | null, parts: newest?.parts ?? defaultSessions },
    toBody: (values) => ({ ...values, validFrom: values.validFrom as string }),
    done: '规则已加上',
    onSaved: onClose,
  });
  return (
    <FormDialog save={save} title="新增交易时间" okText="加上" width={640} onClose={onClose}>
      <ValidFromItem />
      <Form.List name="parts">
        {(parts, { add, remove }, { errors }) => (
          <>
            {parts.map(({ key, name }) => (
              <Row key={key}>
                <ClockItem name={[name, 'opens']} label={`第 ${name + 1} 段开始`} />
                <ClockItem name={[name, 'closes']} label={`第 ${name + 1} 段结束`} />
                <Button
                  aria-label={`去掉第 ${name + 1} 段`}
                  disabled={parts.length === 1}
                  onClick={() => remove(name)}
                >
                  去掉
                </Button>
              </Row>
            ))}
            <Form.ErrorList errors={errors} />
            <div>
              <Button disabled={parts.length >= maxParts} onClick={() => add({ opens: '', closes: '' })}>
                再加一段
              </Button>
            </div>
          </>
        )}
      </Form.List>
    </FormDialog>
  );
}

/** Time of day. The value is `09:30`, or empty. */
const ClockItem = ({ name, label }: { name: [number, string]; label: string }) => (
  <Form.Item name={name}>
    <ClockPicker label={label} />
  </Form.Item>
);
