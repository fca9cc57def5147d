import { TabPage } from '#admin/parts/layout/page.tsx';
import { ApiKeys } from './api-keys.tsx';
import { Roles } from './roles.tsx';
import { Staff } from './staff.tsx';

export const Screen = () => (
  <TabPage
    title="员工与角色"
    tabs={[
      { key: 'staff', label: '员工', content: <Staff /> },
      { key: 'roles', label: '角色', content: <Roles /> },
      { key: 'keys', label: '接口密钥', content: <ApiKeys /> },
    ]}
  />
);
