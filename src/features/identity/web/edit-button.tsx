import { type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from '#ui/controls/button.tsx';

/** Opens the form of a row; hidden while it is open. `fieldName` tells the buttons apart for screen readers. */
export function EditButton({ edit, label, fieldName }: { edit: Edit; label: string; fieldName: string }) {
  if (edit.isOpen) return null;
  return (
    <Button size="s" ref={edit.opener} aria-label={`${label}${fieldName}`} onClick={edit.open}>
      {label}
    </Button>
  );
}

type Edit = {
  isOpen: boolean;
  open: () => void;
  close: () => void;
  /** Ref of the button that opens the form: focus returns to it when the form closes. */
  opener: RefObject<HTMLButtonElement | null>;
};

/** The state of a form that opens inside its row and returns the focus when it closes. */
export function useEdit(isOpenAtFirst = false): Edit {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return { isOpen, opener, open: () => setIsOpen(true), close: () => setIsOpen(false) };
}
