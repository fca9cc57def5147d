import { type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from '#ui/controls/button.tsx';

/** Opens a row's form; gone while it is open. `what` names it for who hears it among others of its kind. */
export function EditButton({ edit, label, what }: { edit: Edit; label: string; what: string }) {
  if (edit.isOpen) return null;
  return (
    <Button size="s" ref={edit.opener} aria-label={`${label}${what}`} onClick={edit.open}>
      {label}
    </Button>
  );
}

type Edit = {
  isOpen: boolean;
  open: () => void;
  close: () => void;
  /** For the button that opens it: focus returns there when it is closed. */
  opener: RefObject<HTMLButtonElement | null>;
};

/** A form that opens in its row and gives the focus back when it closes. */
export function useEdit(): Edit {
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return { isOpen, opener, open: () => setIsOpen(true), close: () => setIsOpen(false) };
}
