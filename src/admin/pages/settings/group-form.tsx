import { Alert, App, Button, Input } from 'antd';
import { useId, useState } from 'react';
import type { SettingGroup, TryAnswer } from '#features/settings/desk/schema.ts';
import { call } from '../../api.ts';
import { Field } from '../../parts/field.tsx';
import { showTime } from '../../parts/show-time.ts';
import { faultOf } from '../../parts/use-load.ts';
import { fieldOf, type Values, valuesOf } from './group-values.ts';
import { SettingField } from './setting-field.tsx';
import s from './settings.module.css';

type GroupFormProps = {
  group: SettingGroup;
  hasWechatSandbox: boolean;
  onDirty: (isDirty: boolean) => void;
  onSaved: (group: SettingGroup) => void;
};

/** One group of settings: filled in, tried, saved, or given back to the environment. */
export function GroupForm({ group, hasWechatSandbox, onDirty, onSaved }: GroupFormProps) {
  const { modal, message: toasts } = App.useApp();
  const [values, setValues] = useState<Values>(() => valuesOf(group));
  const [to, setTo] = useState('');
  const [busy, setBusy] = useState<'save' | 'try'>();
  const [refusal, setRefusal] = useState<string>();
  const [tried, setTried] = useState<TryAnswer>();
  const formId = useId();
  const isDirty = JSON.stringify(values) !== JSON.stringify(valuesOf(group));
  const refused = refusal && fieldOf(refusal);

  const change = (name: string, value: string | boolean) => {
    const next = { ...values, [name]: value };
    setValues(next);
    setRefusal(undefined);
    setTried(undefined);
    onDirty(JSON.stringify(next) !== JSON.stringify(valuesOf(group)));
  };
  async function run(what: 'save' | 'try', work: () => Promise<void>) {
    setBusy(what);
    setRefusal(undefined);
    setTried(undefined);
    try {
      await work();
    } catch (error) {
      setRefusal(faultOf(error).message);
    } finally {
      setBusy(undefined);
    }
  }
  const settle = (fresh: SettingGroup) => {
    setValues(valuesOf(fresh));
    onDirty(false);
    onSaved(fresh);
  };
  const body = { group: group.name, values } as never;
  const save = () =>
    run('save', async () => {
      settle(
        await call('POST /admin/settings/save', {
          body: { ...(body as object), base: group.updatedAt } as never,
          silent: true,
        }),
      );
      toasts.success('已保存，马上生效');
    });
  const tryOut = () =>
    run('try', async () => {
      const sent = { ...(body as object), ...(group.name === 'mail' && to && { to }) } as never;
      setTried(await call('POST /admin/settings/try', { body: sent, silent: true }));
    });
  const reset = () =>
    modal.confirm({
      title: '不用后台的设置，恢复环境变量的？',
      content: '这一组在后台填过的内容（包括密钥）会删掉，改用启动时环境变量里的设置。',
      okText: '恢复',
      onOk: () =>
        run('save', async () =>
          settle(await call('POST /admin/settings/reset', { body: { group: group.name }, silent: true })),
        ),
    });

  return (
    <form
      className={s.form}
      aria-labelledby={`${formId}-head`}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div>
        <h2 className={s.head} id={`${formId}-head`}>
          {group.title}
        </h2>
        <p className={s.note}>{group.lead}</p>
        <p className={s.note}>{sayWhere(group)}</p>
      </div>
      {group.name === 'wechat' && hasWechatSandbox && group.source === 'environment' && (
        <Alert type="info" showIcon title="现在是演示用的微信沙箱：填好自己的 AppID 后，登录就走真的微信" />
      )}
      {refusal && <Alert type="error" showIcon role="alert" title={refusal} />}
      {group.fields
        .filter(({ provider }) => provider === undefined || provider === values.provider)
        .map((field) => (
          <SettingField
            key={field.name}
            spec={field}
            group={group}
            value={values[field.name] ?? ''}
            isWrong={field.name === refused}
            onChange={(value) => change(field.name, value)}
          />
        ))}
      {group.name === 'mail' && values.provider === 'smtp' && (
        <Field label="测试邮件的收件人" note="只用于试一试，不会保存">
          {(id, noteId) => (
            <Input
              id={id}
              aria-describedby={noteId}
              type="email"
              autoComplete="email"
              maxLength={200}
              status={refused === 'to' ? 'error' : ''}
              value={to}
              onChange={(event) => setTo(event.target.value)}
            />
          )}
        </Field>
      )}
      <div className={s.acts}>
        <Button type="primary" htmlType="submit" disabled={!isDirty} loading={busy === 'save'}>
          保存
        </Button>
        {group.tryLabel && (
          <Button loading={busy === 'try'} onClick={() => void tryOut()}>
            试一试：{group.tryLabel}
          </Button>
        )}
        {group.source === 'desk' && (
          <Button type="text" onClick={reset}>
            恢复环境变量的设置
          </Button>
        )}
      </div>
      <div role="status">
        {tried && <Alert type={tried.isOk ? 'success' : 'warning'} showIcon title={tried.message} />}
      </div>
    </form>
  );
}

function sayWhere({ source, updatedBy, updatedAt }: SettingGroup): string {
  if (source === 'environment') return '现在用的是启动时环境变量里的设置；在这里保存后，以这里为准。';
  return `${updatedBy ?? '已离开的成员'}在 ${showTime(shanghaiTime(updatedAt ?? ''))} 改过，以这里为准。`;
}

// What is compared with the server's to the millisecond is shown to the minute, in Shanghai.
const shanghaiTime = (iso: string): string =>
  new Date(Date.parse(iso) + 8 * 3_600_000).toISOString().replace(/\.\d+Z$/, '+08:00');
