import { type DragEvent, useState } from 'react';
import { toasts } from '#client/toasts.ts';
import { formatLongDay } from '#shared/dates.ts';
import { isComposing } from '#ui/composing.ts';
import { ButtonLink } from '#ui/controls/button.tsx';
import { Field, Input } from '#ui/controls/field.tsx';
import { SmallForm } from '#ui/controls/form-parts.tsx';
import { Avatar } from '#ui/display/avatar.tsx';
import { Tag } from '#ui/display/tag.tsx';
import { saveProfile, useProfile } from '#web/parts/member/use-profile.ts';
import { definePersonalPage } from '#web/parts/personal/define-personal-page.tsx';
import { FormButtons } from '#web/parts/personal/form-buttons.tsx';
import { SettingList, SettingRow } from '#web/parts/personal/setting-row.tsx';
import { useFormErrors } from '#web/parts/sign-in/use-form-errors.ts';
import { silent, useAction } from '#web/parts/use-action.ts';
import { useIsOff } from '#web/site.ts';
import { EditButton, useEdit } from '../edit-button.tsx';
import { AvatarDialog } from './avatar-dialog.tsx';
import { checkName } from './check-name.ts';
import { EmailRow } from './email-row.tsx';
import { MobileRow } from './mobile-row.tsx';

/** The member's own profile (docs/product.md §2: my profile). */
export const page = definePersonalPage({
  title: '我的资料',
  load: async ({ fetchCall }) => {
    const profile = await fetchCall('GET /member/profile', undefined, { isSilent: true });
    saveProfile(profile);
    return profile;
  },
  Body: ({ data }) => {
    const profile = useProfile() ?? data;
    return (
      <SettingList label="我的资料">
        <AvatarRow name={profile.name} avatar={profile.avatar} />
        <NameRow name={profile.name} />
        <MobileRow mobile={profile.mobile} email={profile.email} />
        <EmailRow email={profile.email} isLogin={profile.mobile === ''} />
        <VipRow vipUntil={profile.vipUntil} />
        {profile.roleNames.length > 0 && <SettingRow label="身份">{profile.roleNames.join('、')}</SettingRow>}
        <SettingRow label="注册时间">
          <time dateTime={profile.createdAt}>{formatLongDay(profile.createdAt)}</time>
        </SettingRow>
      </SettingList>
    );
  },
});

function VipRow({ vipUntil }: { vipUntil: string | null }) {
  const [isVipOff, isColumnOff] = [useIsOff('vip'), useIsOff('vipPosts')];
  if (vipUntil === null && isVipOff) return null;
  if (vipUntil === null)
    return (
      <SettingRow
        label="会员"
        action={
          !isColumnOff && (
            <ButtonLink size="s" href="/vip" aria-label="看看 VIP 专享">
              看看 VIP 专享
            </ButtonLink>
          )
        }
      >
        普通会员
      </SettingRow>
    );
  return (
    <SettingRow label="会员">
      <span>
        <Tag tone="vip">VIP</Tag> 有效期至 <time dateTime={vipUntil}>{formatLongDay(vipUntil)}</time>
      </span>
    </SettingRow>
  );
}

/** The picture, which is also a drop target for a new one. */
function AvatarRow({ name, avatar }: { name: string; avatar: string | null }) {
  const edit = useEdit();
  const [dropped, setDropped] = useState<File>();

  function onDrop(event: DragEvent) {
    event.preventDefault();
    setDropped(event.dataTransfer.files[0]);
    edit.open();
  }
  function close() {
    setDropped(undefined);
    edit.close();
  }

  return (
    <>
      <SettingRow label="头像" action={<EditButton edit={edit} label="更换" fieldName="头像" />}>
        <span onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
          <Avatar name={name} src={avatar} size={72} />
        </span>
      </SettingRow>
      <AvatarDialog open={edit.isOpen} onClose={close} dropped={dropped} />
    </>
  );
}

function NameRow({ name }: { name: string }) {
  const edit = useEdit();
  return (
    <SettingRow
      label="昵称"
      action={<EditButton edit={edit} label="修改" fieldName="昵称" />}
      form={edit.isOpen && <NameForm name={name} onDone={edit.close} />}
    >
      {name}
    </SettingRow>
  );
}

function NameForm({ name, onDone }: { name: string; onDone: () => void }) {
  const { form, errors, showErrors, text } = useFormErrors<'name'>();
  const { isBusy, error, run } = useAction();

  async function save() {
    if (showErrors({ name: checkName(text('name')) })) return;
    const isSaved = await run(async (call) => {
      saveProfile(
        await call('POST /member/updateProfile', { body: { name: text('name').trim() }, ...silent }),
      );
    });
    if (!isSaved) return;
    toasts.success('昵称已修改');
    onDone();
  }

  return (
    <SmallForm
      form={form}
      label="修改昵称"
      onSubmit={() => void save()}
      actions={<FormButtons label="保存" isBusy={isBusy} onCancel={onDone} />}
    >
      <Field label="新昵称" hint="1 至 20 字" note="你发表的内容会署这个昵称" error={errors.name ?? error}>
        {(control) => (
          <Input
            {...control}
            name="name"
            defaultValue={name}
            autoComplete="nickname"
            enterKeyHint="done"
            autoFocus
            onKeyDown={(event) => event.key === 'Escape' && !isComposing(event) && onDone()}
          />
        )}
      </Field>
    </SmallForm>
  );
}
