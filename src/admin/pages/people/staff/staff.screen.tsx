import { TabPage } from '../../../parts/layout/page.tsx';
import { Roles } from './roles.tsx';
import { Staff } from './staff.tsx';

export const Screen = () => (
  <TabPage
    title="员工与角色"
    tabs={[
      { key: 'staff', label: '员工', content: <Staff /> },
      { key: 'roles', label: '角色', content: <Roles /> },
    ]}
  />
);
