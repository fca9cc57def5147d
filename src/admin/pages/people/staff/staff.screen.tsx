import { Tabs } from 'antd';
import { useSearchParams } from 'react-router';
import { PageHead } from '../../../parts/page-head.tsx';
import { RoleCards } from './role-cards.tsx';
import { StaffTable } from './staff-table.tsx';

/** Who is of the staff, and what the roles are that make them so. */
export function Screen() {
  const [query, setQuery] = useSearchParams();
  return (
    <>
      <PageHead title="员工与角色" />
      <Tabs
        activeKey={query.get('tab') === 'roles' ? 'roles' : 'staff'}
        onChange={(tab) => setQuery(tab === 'roles' ? { tab } : {})}
        destroyOnHidden
        items={[
          { key: 'staff', label: '员工', children: <StaffTable /> },
          { key: 'roles', label: '角色', children: <RoleCards /> },
        ]}
      />
    </>
  );
}
