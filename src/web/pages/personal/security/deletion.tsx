import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import { Button } from '#ui/controls/button.tsx';
import { Checkbox } from '#ui/controls/field.tsx';
import { Acts, Fault, SmallForm, Words } from '#ui/controls/form-parts.tsx';
import { checkCode, cleanCode } from '../../../parts/sign-in/check-fields.ts';
import { CodeField } from '../../../parts/sign-in/code-field.tsx';
import { useFormErrors } from '../../../parts/sign-in/use-form-errors.ts';
import { silent, useAct } from '../../../parts/use-act.ts';
import { useEdit } from '../edit-button.tsx';
import { FormButtons } from '../form-buttons.tsx';
import { SettingSheet } from '../setting-row.tsx';
import { longDay } from '../stamp.ts';
import { changePerson } from '../use-person.ts';

/** Leaving for good: what it means, a code, seven days to think again (PIPL art. 47). */
export function Deletion({ dueAt, hasOutbox }: { dueAt: string | null; hasOutbox: boolean }) {
  const edit = useEdit();
  if (dueAt !== null) return <Waiting dueAt={dueAt} />;
  return (
    <>
      <Words>
        <p>申请后有 7 天等待期，期间账号照常使用，随时可以撤销。期满后：</p>
        <ul>
          <li>名字、手机号、邮箱、头像、微信绑定和登录设备会被删除，不能恢复；</li>
          <li>收藏、关注、阅读历史和消息会被删除；</li>
          <li>VIP 和已购内容的权益随账号一起结束；</li>
          <li>法律要求留存的记录（如订单、同意记录）会保留到期限，不再与你的身份相连。</li>
        </ul>
        <p>需要留底的话，请先导出数据。</p>
      </Words>
      {edit.isOpen ? (
        <SettingSheet>
          <DeletionForm hasOutbox={hasOutbox} onDone={edit.close} />
        </SettingSheet>
      ) : (
        <Acts>
          <Button ref={edit.opener} onClick={edit.open}>
            申请注销
          </Button>
        </Acts>
      )}
    </>
  );
}

function DeletionForm({ hasOutbox, onDone }: { hasOutbox: boolean; onDone: () => void }) {
  const { form, errors, refuse, text } = useFormErrors<'code' | 'understood'>();
  const { isBusy, error, run } = useAct();
  const [isUnderstood, setIsUnderstood] = useState(false);

  async function request() {
    const found = {
      understood: isUnderstood ? undefined : '请先勾选，确认知道会发生什么',
      code: checkCode(text('code')),
    };
    if (refuse(found)) return;
    await run(async (call) => {
      const body = { value: cleanCode(text('code')) };
      const { deletionDueAt } = await call('POST /member/requestDeletion', { body, ...silent });
      changePerson({ deletionDueAt });
      toasts.success(`已申请注销，${longDay(deletionDueAt)}生效`);
    });
  }

  return (
    <SmallForm
      form={form}
      label="申请注销"
      error={error}
      onSubmit={() => void request()}
      actions={<FormButtons label="确认申请注销" tone="accent" isBusy={isBusy} onCancel={onDone} />}
    >
      <div>
        <Checkbox
          name="understood"
          checked={isUnderstood}
          aria-invalid={errors.understood ? true : undefined}
          onChange={(event) => setIsUnderstood(event.target.checked)}
        >
          我知道期满后账号和以上内容不能恢复
        </Checkbox>
        {errors.understood && <Fault>{errors.understood}</Fault>}
      </div>
      <CodeField
        purpose="delete"
        phone=""
        checkPhone={() => ''}
        label="发往绑定手机号的验证码"
        error={errors.code}
        hasOutbox={hasOutbox}
      />
    </SmallForm>
  );
}

function Waiting({ dueAt }: { dueAt: string }) {
  return (
    <Words>
      <p>
        已申请注销，账号将于 <time dateTime={dueAt}>{longDay(dueAt)}</time>
        删除。在此之前照常使用；改变主意时，按页面上方的“撤销注销”。
      </p>
    </Words>
  );
}
