import type { ReactNode } from 'react';
import type { Slot } from '#client/slots.ts';

/** What can be done with a published post in another feature: a button in the editor's head, and the drawer it opens. */
export type EditorSlot = Slot & {
  label: string;
  Drawer: (props: { id: string; hasUnpublishedChanges: boolean; onClose: () => void }) => ReactNode;
};
