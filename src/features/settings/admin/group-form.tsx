import { Alert, Form } from 'antd';
import { Fragment } from 'react';
import { z } from 'zod';
import { useSend } from '#admin/parts/data.ts';
import { SaveButton, SaveForm } from '#admin/parts/form/save-form.tsx';
import { type Save, useSave } from '#admin/parts/form/use-save.ts';
import { ConfirmButton } from '#admin/parts/layout/confirm.tsx';
import { Quiet, Section } from '#admin/parts/layout/page.tsx';
import { showTime } from '#admin/parts/show-time.ts';
import type { SettingGroup } from '../manage/schema.ts';
import { BrandPreview } from './brand-preview.tsx';
import { SettingField } from './setting-field.tsx';
import { type GroupValues, SettingTest } from './setting-test.tsx';

/** A group of settings: edit, test, save, or reset to the environment's values. */
export function GroupForm({ group, hasWechatSandbox }: { group: SettingGroup; hasWechatSandbox: boolean }) {
  const save = useSave('POST /admin/settings/save', {
    // Any value passes here: the server describes the fields and validates their values.
    schema: z.any(),
    initial: toFormValues(group),
    toBody: ({ base, ...values }) => ({ group: group.name, base, values }) as never,
    done: '已保存，马上生效',
  });
  const provider = Form.useWatch('provider', save.form) ?? save.initial.provider;
  return (
    <Section title={group.title}>
      <div>
        <Quiet>{group.lead}</Quiet>
        <Quiet>{describeSource(group)}</Quiet>
      </div>
      {group.name === 'wechat' && hasWechatSandbox && group.source === 'environment' && (
        <Alert type="info" showIcon title="现在是演示用的微信沙箱：填好自己的 AppID 后，登录就走真的微信" />
      )}
      <SaveForm save={save} label={group.title}>
        {group.fields
          .filter((field) => field.provider === undefined || field.provider === provider)
          .map((field) => (
            <Fragment key={field.name}>
              <SettingField spec={field} storedValue={group.values[field.name]} />
              {field.kind === 'colour' && <BrandPreview form={save.form} />}
            </Fragment>
          ))}
        {group.tryLabel && <SettingTest label={group.tryLabel} group={group.name} save={save} />}
        <SaveButton
          save={save}
          beside={group.source === 'desk' && <Reset group={group.name} save={save} />}
        />
      </SaveForm>
    </Section>
  );
}

function Reset({ group, save }: { group: SettingGroup['name']; save: Save<GroupValues> }) {
  const { send } = useSend('POST /admin/settings/reset', {
    done: '已恢复环境变量的设置',
    onDone: () => {
      // Discards unsaved changes, too; the effective values arrive with the next fetch.
      save.form.resetFields();
      save.onChange();
    },
  });
  return (
    <ConfirmButton
      type="text"
      title="不用后台的设置，恢复环境变量的？"
      content="这一组在后台填过的内容（包括密钥）会删掉，改用启动时环境变量里的设置。"
      okText="恢复"
      onOk={() => send({ group })}
    >
      恢复环境变量的设置
    </ConfirmButton>
  );
}

/** Secrets are never read back: their fields start empty, and empty means unchanged. */
const toFormValues = ({ values, updatedAt }: SettingGroup): GroupValues => ({
  ...Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'object' ? '' : value]),
  ),
  base: updatedAt,
});

function describeSource({ source, updatedBy, updatedAt }: SettingGroup): string {
  if (source === 'environment') return '现在用的是启动时环境变量里的设置；在这里保存后，以这里为准。';
  return `${updatedBy ?? '已离开的成员'}在 ${showTime(updatedAt ?? '')} 改过，以这里为准。`;
}
