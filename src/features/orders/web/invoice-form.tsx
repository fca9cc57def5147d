import { useRef, useState } from 'react';
import { toasts } from '#client/toasts.ts';
import { Field, Input, Radio } from '#ui/controls/field.tsx';
import { SmallForm } from '#ui/controls/form-parts.tsx';
import { FormButtons } from '#web/parts/personal/form-buttons.tsx';
import { silent, useAction } from '#web/parts/use-action.ts';
import type { InvoiceRequest, OrderDetail } from '../schema.ts';

type FormProps = { order: OrderDetail; onDone: (order: OrderDetail) => void; onCancel: () => void };

/** Requests the electronic invoice (电子发票) of a paid order. */
export function InvoiceForm({ order, onDone, onCancel }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { isBusy, error, run } = useAction();
  const [titleKind, setTitleKind] = useState<InvoiceRequest['titleKind']>('person');
  const send = () => {
    const formData = new FormData(form.current ?? undefined);
    const text = (name: string) => String(formData.get(name) ?? '').trim();
    void run(async (call) => {
      const body: InvoiceRequest = {
        id: order.id,
        titleKind,
        title: text('title'),
        taxNumber: titleKind === 'company' ? text('taxNumber').toUpperCase() : '',
        email: text('email'),
      };
      onDone(await call('POST /member/requestInvoice', { body, ...silent }));
      toasts.success('开票申请已提交');
    });
  };
  return (
    <SmallForm
      label="开发票"
      record={order.id}
      form={form}
      onSubmit={send}
      error={error}
      actions={<FormButtons label="提交申请" isBusy={isBusy} onCancel={onCancel} />}
    >
      <fieldset>
        <legend className="vh">抬头类型</legend>
        <Radio name="titleKind" checked={titleKind === 'person'} onChange={() => setTitleKind('person')}>
          个人
        </Radio>{' '}
        <Radio name="titleKind" checked={titleKind === 'company'} onChange={() => setTitleKind('company')}>
          企业
        </Radio>
      </fieldset>
      <Field label="发票抬头">
        {(control) => <Input {...control} name="title" maxLength={100} autoComplete="organization" />}
      </Field>
      {titleKind === 'company' && (
        <Field label="税号" hint="15 到 20 位">
          {(control) => <Input {...control} name="taxNumber" maxLength={20} autoComplete="off" />}
        </Field>
      )}
      <Field label="接收邮箱" note="开好后发到这里，也可以在订单详情里下载。">
        {(control) => <Input {...control} name="email" type="email" maxLength={100} autoComplete="email" />}
      </Field>
    </SmallForm>
  );
}
