import { type RefObject, useEffect } from 'react';

/**
 * Closes a `<details>` drop-down as readers expect: on Escape (focus returns to its summary), on a press outside,
 * when focus leaves it, and after a choice inside its panel.
 */
export function useDisclosure(details: RefObject<HTMLDetailsElement | null>): void {
  useEffect(() => {
    const element = details.current;
    if (!element) return;
    const close = () => {
      element.open = false;
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !element.open) return;
      event.stopPropagation();
      close();
      element.querySelector('summary')?.focus();
    };
    const onFocusOut = (event: FocusEvent) => {
      if (event.relatedTarget instanceof Node && !element.contains(event.relatedTarget)) close();
    };
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && !element.contains(event.target)) close();
    };
    const onClick = (event: MouseEvent) => {
      if (event.target instanceof Element && event.target.closest('a, button')) close();
    };
    element.addEventListener('keydown', onKeyDown);
    element.addEventListener('focusout', onFocusOut);
    element.addEventListener('click', onClick);
    document.addEventListener('pointerdown', onPress);
    return () => {
      element.removeEventListener('keydown', onKeyDown);
      element.removeEventListener('focusout', onFocusOut);
      element.removeEventListener('click', onClick);
      document.removeEventListener('pointerdown', onPress);
    };
  }, [details]);
}
