import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import { Field, Input, Textarea } from '#ui/controls/field.tsx';
import { SmallForm } from '#ui/controls/form-parts.tsx';
import { FormButtons } from '#web/parts/personal/form-buttons.tsx';
import { silent, useAction } from '#web/parts/use-action.ts';
import type { WriterProfile } from '../schema.ts';
import { PictureUpload } from './picture-upload.tsx';

type ProfileFormProps = {
  profile: WriterProfile;
  label: string;
  onSaved: (profile: WriterProfile) => void;
  onCancel?: (() => void) | undefined;
};

const qualificationHints: Readonly<Record<WriterProfile['qualificationState'], string>> = {
  none: '有证券投资咨询执业资格的请填写，编辑部核实后会标明；没有可以不填。',
  waiting: '已提交，等待编辑部核实。',
  verified: '编辑部已核实。改动后需要重新核实。',
  refused: '编辑部没有核实通过，可以改正后再提交。',
};

/** The author profile of a member: pen name, bio, qualification. */
export function ProfileForm({ profile, label, onSaved, onCancel }: ProfileFormProps) {
  const [name, setName] = useState(profile.name);
  const [bio, setBio] = useState(profile.bio);
  const [avatar, setAvatar] = useState(profile.avatar);
  const [qualification, setQualification] = useState(profile.qualification);
  const [institution, setInstitution] = useState(profile.institution);
  const [isNameMissing, setIsNameMissing] = useState(false);
  const { isBusy, error, run } = useAction();

  async function save() {
    setIsNameMissing(name.trim() === '');
    if (name.trim() === '') return;
    const body = { name, bio, avatar, qualification, institution };
    await run(async (call) => {
      const saved = await call('POST /internalReference/profile', { body, ...silent });
      toasts.success('作者资料已保存');
      onSaved(saved);
    });
  }

  return (
    <SmallForm
      label="作者资料"
      error={error}
      onSubmit={() => void save()}
      actions={<FormButtons label={label} isBusy={isBusy} onCancel={onCancel} />}
    >
      <Field
        label="笔名"
        hint="1 至 20 字"
        note="发表时署这个名字，不能和其他作者重名"
        error={isNameMissing ? '请填写笔名' : null}
      >
        {(control) => (
          <Input
            {...control}
            name="name"
            maxLength={20}
            autoComplete="nickname"
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
      <PictureUpload label="头像" kind="avatar" shape="face" src={avatar} onChange={setAvatar} />
      <Field label="简介" hint="可以不填">
        {(control) => (
          <Textarea
            {...control}
            name="bio"
            maxLength={500}
            value={bio}
            onChange={({ target }) => setBio(target.value)}
          />
        )}
      </Field>
      <Field
        label="执业编号"
        hint="可以不填"
        note={profile.qualificationNote || qualificationHints[profile.qualificationState]}
      >
        {(control) => (
          <Input
            {...control}
            name="qualification"
            maxLength={50}
            autoComplete="off"
            value={qualification}
            onChange={({ target }) => setQualification(target.value)}
          />
        )}
      </Field>
      <Field label="所属机构" hint="填了执业编号就要填">
        {(control) => (
          <Input
            {...control}
            name="institution"
            maxLength={100}
            autoComplete="organization"
            value={institution}
            onChange={({ target }) => setInstitution(target.value)}
          />
        )}
      </Field>
    </SmallForm>
  );
}
