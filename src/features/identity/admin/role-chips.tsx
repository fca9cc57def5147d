import { Chip } from '#admin/parts/chip.tsx';

/** Names of roles as chips, for a `Row`. */
export const RoleChips = ({ names }: { names: readonly string[] }) =>
  names.map((name) => (
    <Chip key={name} tone="info">
      {name}
    </Chip>
  ));
