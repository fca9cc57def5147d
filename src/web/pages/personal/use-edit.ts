import { type RefObject, useEffect, useRef, useState } from 'react';

export type Edit = {
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
