import type { ComponentProps } from 'react';
import { NoteDialog } from '../../parts/note-dialog.tsx';

const field = { label: '原因', note: '写进操作日志，只有编辑部看得到。', isNeeded: true };

/** Asks why before something is done to somebody. */
export const ReasonDialog = (props: Omit<ComponentProps<typeof NoteDialog>, 'field'>) => (
  <NoteDialog {...props} field={field} />
);
