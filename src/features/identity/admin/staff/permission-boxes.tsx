import { Checkbox } from 'antd';
import { usePermit } from '#client/permissions.tsx';
import type { RoleList } from '../../staff/schema.ts';
import s from '../people.module.css';

export type Permission = RoleList['permissions'][number];

type BoxesProps = {
  permissions: readonly Permission[];
  value?: string[];
  onChange?: (codes: string[]) => void;
};

/** Check boxes by group. A permission that the person lacks cannot be chosen. */
export function PermissionBoxes({ permissions, value = [], onChange }: BoxesProps) {
  return (
    <Checkbox.Group
      className={s.groups ?? ''}
      aria-label="权限"
      value={value}
      {...(onChange && { onChange })}
    >
      {[...Map.groupBy(permissions, ({ group }) => group)].map(([group, entries]) => (
        <fieldset key={group} className={s.group}>
          <legend>{group}</legend>
          {entries.map((entry) => (
            <PermissionBox key={entry.code} permission={entry} />
          ))}
        </fieldset>
      ))}
    </Checkbox.Group>
  );
}

const PermissionBox = ({ permission: { code, name, about } }: { permission: Permission }) => (
  <Checkbox value={code} disabled={!usePermit(code)}>
    {name}
    <span className={s.small}>{about}</span>
  </Checkbox>
);
