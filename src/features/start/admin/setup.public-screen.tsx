import { useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useEffect } from 'react';
import { call, client, portal } from '#admin/api.ts';
import { Item } from '#admin/parts/form/items.tsx';
import { SaveForm } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { Loaded } from '#admin/parts/layout/loaded.tsx';
import { useTitle } from '#admin/parts/use-title.ts';
import { Overlays } from '#admin/shell/overlays.tsx';
import { removeStored } from '#client/storage.ts';
import { setupInput } from '#features/identity/schema.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import s from './setup.module.css';

/** Creates the first administrator. The setup URL, which the server prints at start, has the key in its fragment. */
export function Screen() {
  useTitle('首次设置');
  const key = location.hash.slice(1);
  const read = useQuery({
    queryKey: ['GET /reception/setup'],
    // `token: null`: the browser may hold a session from another portal.
    queryFn: ({ signal }) => call('GET /reception/setup', { silent: true, token: null, signal }),
  });
  return (
    <main className={s.page}>
      <Loaded read={read} noun="首次设置" level={1} fallback={<p className="vh">正在打开 …</p>}>
        {({ isOpen }) => (!isOpen ? <IsDone /> : key === '' ? <NoKey /> : <SetupForm setupKey={key} />)}
      </Loaded>
      <Overlays />
    </main>
  );
}

const IsDone = () => (
  <EmptyState
    level={1}
    title="这个门户已经设置过了"
    actions={
      <Button type="primary" href="/login?returnTo=%2Fadmin">
        去登录
      </Button>
    }
  >
    <p>管理员已经在了。要加入编辑部，请让管理员发给你邀请。</p>
  </EmptyState>
);

const NoKey = () => (
  <EmptyState level={1} title="请用启动时打印的地址打开">
    <p>地址以 /admin/setup# 加一串钥匙结尾，在运行 npm start 的窗口里。再启动一次，会再打印同一个。</p>
  </EmptyState>
);

function SetupForm({ setupKey }: { setupKey: string }) {
  useEffect(() => removeStored('token', 'menuIds'), []);
  const save = useSave('POST /reception/setup', {
    schema: setupInput,
    initial: { siteName: '', name: '', mobile: '', password: '' },
    toBody: (values) => ({ key: setupKey, ...values }),
    onSaved: async (_, { mobile: username, password }) => {
      await client.account.logIn({ grant_type: 'password', username, password });
      // A new document shows the new site name, and its URL does not contain the key.
      location.replace('/admin');
    },
  });
  return (
    <div className={s.form}>
      <header>
        <p className={s.brand}>{portal.name}</p>
        <h1>首次设置</h1>
        <p className={s.about}>给站点起个名字，再把自己设为第一位管理员。都可以以后再改。</p>
      </header>
      <SaveForm save={save} label="首次设置">
        <Item name="siteName" label="站点名称" note="读者在每一页看到它，最多 20 个字。">
          <Input autoFocus />
        </Item>
        <Item name="name" label="你的姓名">
          <Input autoComplete="name" />
        </Item>
        <Item name="mobile" label="手机号" note="登录时用它。">
          <Input type="tel" inputMode="numeric" autoComplete="username" />
        </Item>
        <Item name="password" label="密码" note="8 到 100 个字符。">
          <Input.Password autoComplete="new-password" />
        </Item>
        <Button type="primary" htmlType="submit" size="large" loading={save.isSaving}>
          完成设置
        </Button>
      </SaveForm>
    </div>
  );
}
