import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import { formatLongDay } from '#shared/dates.ts';
import { Button } from '#ui/controls/button.tsx';
import { Checkbox } from '#ui/controls/field.tsx';
import { ButtonRow, FormError, HelpText, SmallForm } from '#ui/controls/form-parts.tsx';
import { updateProfile } from '#web/parts/member/use-profile.ts';
import { FormButtons } from '#web/parts/personal/form-buttons.tsx';
import { SettingForm } from '#web/parts/personal/setting-row.tsx';
import { checkCode, cleanCode } from '#web/parts/sign-in/check-fields.ts';
import { useFormErrors } from '#web/parts/sign-in/use-form-errors.ts';
import { silent, useAction } from '#web/parts/use-action.ts';
import { useEdit } from '../edit-button.tsx';
import { OwnCodeField } from '../own-code-field.tsx';

/** Deletes the account: explains the consequences, requires a code, and allows seven days to cancel (PIPL art. 47). */
export function AccountDeletion({ dueAt }: { dueAt: string | null }) {
  const edit = useEdit();
  if (dueAt !== null) return <DeletionPending dueAt={dueAt} />;
  return (
    <>
      <HelpText>
        <p>申请后有 7 天等待期，期间账号照常使用，随时可以撤销。期满后：</p>
        <ul>
          <li>昵称、手机号、邮箱、头像、微信绑定和登录设备会被删除，不能恢复；</li>
          <li>收藏、关注、阅读历史和消息会被删除；</li>
          <li>VIP 和已购内容的权益随账号一起结束；</li>
          <li>法律要求留存的记录（如订单、同意记录）会保留到期限，不再与你的身份相连。</li>
        </ul>
        <p>需要留底的话，请先导出数据。</p>
      </HelpText>
      {edit.isOpen ? (
        <SettingForm>
          <DeletionForm onDone={edit.close} />
        </SettingForm>
      ) : (
        <ButtonRow>
          <Button ref={edit.opener} onClick={edit.open}>
            申请注销
          </Button>
        </ButtonRow>
      )}
    </>
  );
}

function DeletionForm({ onDone }: { onDone: () => void }) {
  const { form, errors, showErrors, text } = useFormErrors<'code' | 'understood'>();
  const { isBusy, error, run } = useAction();
  const [isUnderstood, setIsUnderstood] = useState(false);

  async function requestDeletion() {
    const newErrors = {
      understood: isUnderstood ? undefined : '请先勾选，确认知道会发生什么',
      code: checkCode(text('code')),
    };
    if (showErrors(newErrors)) return;
    await run(
      async (call) => {
        const body = { value: cleanCode(text('code')) };
        const { deletionDueAt } = await call('POST /member/requestDeletion', { body, ...silent });
        updateProfile({ deletionDueAt });
        toasts.success(`已申请注销，${formatLongDay(deletionDueAt)}生效`);
      },
      { hasMask: true },
    );
  }

  return (
    <SmallForm
      form={form}
      label="申请注销"
      error={error}
      onSubmit={() => void requestDeletion()}
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
        {errors.understood && <FormError>{errors.understood}</FormError>}
      </div>
      <OwnCodeField purpose="delete" error={errors.code} />
    </SmallForm>
  );
}

function DeletionPending({ dueAt }: { dueAt: string }) {
  return (
    <HelpText>
      <p>
        已申请注销，账号将于 <time dateTime={dueAt}>{formatLongDay(dueAt)}</time>
        删除。在此之前照常使用；改变主意时，按页面上方的“撤销注销”。
      </p>
    </HelpText>
  );
}
