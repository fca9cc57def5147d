import { Alert, Button, Input } from 'antd';
import { type FormEvent, useState } from 'react';
import { Failed, Void } from '#ui/states/void.tsx';
import { call, client, portal } from '../../api.ts';
import { Field } from '../../parts/field.tsx';
import { faultOf, useLoad } from '../../parts/use-load.ts';
import { useTitle } from '../../parts/use-title.ts';
import { Floats } from '../../shell/floats.tsx';
import s from './setup.module.css';

/** The first administrator makes themselves one, with the key behind `#` of the address that the start printed. */
export function Screen() {
  useTitle('首次设置');
  const { data, fault, reload } = useLoad('setup', (signal) =>
    call('GET /reception/setup', { silent: true, token: null, signal }),
  );
  const key = location.hash.slice(1);
  return (
    <main className={s.page}>
      {fault ? (
        <Failed level={1} message={fault.message} onRetry={reload} />
      ) : !data ? (
        <p className="vh">正在打开 …</p>
      ) : !data.isOpen ? (
        <Void
          level={1}
          title="这个门户已经设置过了"
          actions={
            <Button type="primary" href="/login?returnTo=%2Fadmin">
              去登录
            </Button>
          }
        >
          <p>管理员已经在了。要加入编辑部，请让管理员发给你邀请。</p>
        </Void>
      ) : key === '' ? (
        <Void level={1} title="请用启动时打印的地址打开">
          <p>地址以 /admin/setup# 加一串钥匙结尾，在运行 npm start 的窗口里。再启动一次，会再打印同一个。</p>
        </Void>
      ) : (
        <SetupForm setupKey={key} />
      )}
      <Floats />
    </main>
  );
}

const empty = { siteName: '', mobile: '', name: '', password: '' };

function SetupForm({ setupKey }: { setupKey: string }) {
  const [values, setValues] = useState(empty);
  const [fault, setFault] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const enter = (field: keyof typeof empty) => ({
    value: values[field],
    onChange: ({ target }: { target: { value: string } }) => setValues({ ...values, [field]: target.value }),
    required: true,
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setFault(undefined);
    try {
      await call('POST /reception/setup', { body: { key: setupKey, ...values }, silent: true, token: null });
      const username = values.mobile;
      await client.account.logIn({ grant_type: 'password', username, password: values.password });
      // Anew, so that the page has the site's new name; the key leaves the address with it.
      location.replace('/admin');
    } catch (error) {
      setFault(faultOf(error).message);
      setIsBusy(false);
    }
  };
  return (
    <form className={s.form} onSubmit={(event) => void submit(event)}>
      <header>
        <p className={s.brand}>{portal.name}</p>
        <h1>首次设置</h1>
        <p className={s.about}>给站点起个名字，再把自己设为第一位管理员。都可以以后再改。</p>
      </header>
      <Field label="站点名称" note="读者在每一页看到它，最多 20 个字。">
        {(id, noteId) => (
          <Input id={id} aria-describedby={noteId} maxLength={20} autoFocus {...enter('siteName')} />
        )}
      </Field>
      <Field label="你的姓名">
        {(id) => <Input id={id} maxLength={30} autoComplete="name" {...enter('name')} />}
      </Field>
      <Field label="手机号" note="登录时用它。">
        {(id, noteId) => (
          <Input
            id={id}
            aria-describedby={noteId}
            type="tel"
            inputMode="numeric"
            autoComplete="username"
            {...enter('mobile')}
          />
        )}
      </Field>
      <Field label="密码" note="8 到 100 个字符。">
        {(id, noteId) => (
          <Input.Password
            id={id}
            aria-describedby={noteId}
            autoComplete="new-password"
            minLength={8}
            maxLength={100}
            {...enter('password')}
          />
        )}
      </Field>
      {fault && <Alert type="error" showIcon title={fault} role="alert" />}
      <Button type="primary" htmlType="submit" size="large" loading={isBusy}>
        完成设置
      </Button>
    </form>
  );
}
