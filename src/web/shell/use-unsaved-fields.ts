import { useEffect } from 'react';
import { useUser } from '#client/stores.ts';
import { dropUnsavedInput, readUnsavedInput, useUnsavedInput } from '#client/unsaved-input.ts';

/** A field of a form; `name` tells it from the other fields of the page. */
type SavedField = { name: string; value: string | boolean };
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

// Passwords and codes must not be stored, files cannot be.
const excluded = '[type=password], [type=file], [type=hidden], [autocomplete=one-time-code], [readonly]';

/**
 * Saves the fields of all forms of the page when an ended session leads to the log-in, and fills them in again once the
 * same member has come back to the page and opened the form. The browser's own autofill changes fields in the same way.
 */
export function useUnsavedFields(address: string): void {
  const key = `fields ${address}`;
  const userId = useUser(({ userInfo }) => userInfo?.id);
  useUnsavedInput(key, () => {
    const fields = [...document.forms].flatMap(listFields).map(({ name, control }) => ({
      name,
      value: isChoice(control) ? control.checked : control.value,
    }));
    return fields.some(({ value }) => value !== '' && value !== false) ? fields : undefined;
  });
  useEffect(() => {
    if (userId === undefined) return;
    let missing = (readUnsavedInput(key) ?? []) as SavedField[];
    if (missing.length === 0) return;
    const restore = () => {
      const found = [...document.forms].flatMap(listFields);
      missing = missing.filter(({ name, value }) => {
        const control = found.find((field) => field.name === name)?.control;
        if (control) setValue(control, value);
        return control === undefined;
      });
      if (missing.length > 0) return;
      observer.disconnect();
      dropUnsavedInput(key);
    };
    // Forms open in dialogs and on a press, and a choice can add fields.
    const observer = new MutationObserver(restore);
    observer.observe(document.body, { childList: true, subtree: true });
    restore();
    return () => observer.disconnect();
  }, [key, userId]);
}

function listFields(form: HTMLFormElement): { name: string; control: Control }[] {
  if (form.role === 'search') return [];
  const title = form.ariaLabel ?? form.closest('dialog')?.querySelector('h2')?.textContent ?? '';
  const formName = `${title} ${form.dataset.record ?? ''}`;
  return [...form.elements].filter(isControl).map((control) => {
    const label = control.labels?.[0]?.textContent ?? '';
    return { name: `${formName} ${control.name} ${label}`, control };
  });
}

function isControl(element: Element): element is Control {
  return element.matches('input, textarea, select') && !element.matches(excluded);
}

function isChoice(control: Control): control is HTMLInputElement {
  return control.type === 'checkbox' || control.type === 'radio';
}

/** Changes a field as its user would, so that React notices. */
function setValue(control: Control, value: string | boolean): void {
  if (typeof value === 'boolean') {
    if (isChoice(control) && control.checked !== value && (value || control.type === 'checkbox'))
      control.click();
    return;
  }
  if (control.value === value) return;
  // React replaces the property on the element; the prototype still has the browser's.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
  control.dispatchEvent(
    new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
  );
}
