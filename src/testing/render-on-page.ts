import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

export type OnPage = {
  element: HTMLElement;
  render: (node: ReactNode) => void;
  /** Finds one element; a missing element fails the test. */
  find: (selector: string) => HTMLElement;
  remove: () => void;
};

/** Renders into jsdom's document, for tests of hooks and components. */
export function renderOnPage(node: ReactNode): OnPage {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  const render = (next: ReactNode) => act(() => root.render(next));
  render(node);
  return {
    element,
    render,
    find: (selector) => {
      const found = element.querySelector<HTMLElement>(selector);
      if (!found) throw new Error(`nothing matches ${selector}`);
      return found;
    },
    remove: () => {
      act(() => root.unmount());
      element.remove();
    },
  };
}
