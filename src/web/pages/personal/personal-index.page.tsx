import { redirect, useNavigate } from 'react-router';
import { toasts } from '#client/toasts.ts';
import { Button } from '#ui/controls/button.tsx';
import { ButtonRow } from '#ui/controls/form-parts.tsx';
import { useClient } from '../../client-context.ts';
import { definePersonalPage } from '../../parts/personal/define-personal-page.tsx';
import { useSiteContext } from '../../site.ts';

/**
 * The entries of the personal center on screens too narrow to show them beside a page; wider screens redirect to the
 * first entry.
 */
export const page = definePersonalPage({
  title: '个人中心',
  isIndex: true,
  load: async () => {
    // The width from which the entries stand beside the page, as in `personal-layout.module.css`.
    if (window.matchMedia('(min-width: 900px)').matches) throw redirect('/personal/info');
    return null;
  },
  Body: () => <LogOut />,
});

function LogOut() {
  const client = useClient();
  const { site } = useSiteContext();
  const navigate = useNavigate();
  const logOut = async () => {
    await client().account.logOut();
    await navigate(site.home);
    toasts.success('已退出登录');
  };
  return (
    <ButtonRow>
      <Button wide onClick={() => void logOut()}>
        退出登录
      </Button>
    </ButtonRow>
  );
}
