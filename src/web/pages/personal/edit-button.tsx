import { Button } from '#ui/controls/button.tsx';
import type { Edit } from './use-edit.ts';

/** Opens a row's form; gone while it is open. `what` names it for who hears it among others of its kind. */
export function EditButton({ edit, label, what }: { edit: Edit; label: string; what: string }) {
  if (edit.isOpen) return null;
  return (
    <Button size="s" ref={edit.opener} aria-label={`${label}${what}`} onClick={edit.open}>
      {label}
    </Button>
  );
}
