import { redirect, useNavigate } from 'react-router';
import { toasts } from '#client/toasts.ts';
import { Button } from '#ui/controls/button.tsx';
import { Acts } from '#ui/controls/form-parts.tsx';
import { useClient } from '../../client-context.ts';
import { definePersonalPage } from './personal-page.tsx';

/** The entries of the personal center, where they do not fit beside a page; elsewhere the first of them. */
export const page = definePersonalPage({
  title: '个人中心',
  isIndex: true,
  load: async () => {
    // The width from which entries stand beside the page, as in `personal-layout.module.css`.
    if (window.matchMedia('(min-width: 900px)').matches) throw redirect('/personal/info');
    return null;
  },
  Body: () => <LogOut />,
});

function LogOut() {
  const client = useClient();
  const navigate = useNavigate();
  const leave = async () => {
    await client().account.logOut();
    await navigate('/index');
    toasts.success('已退出登录');
  };
  return (
    <Acts>
      <Button wide onClick={() => void leave()}>
        退出登录
      </Button>
    </Acts>
  );
}
