import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished } from 'vitest';

/** Renders a part of a page into the document until the test ends; its links are plain anchors. */
export async function renderPart(node: ReactNode): Promise<HTMLElement> {
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  root.render(node);
  onTestFinished(() => {
    root.unmount();
    container.remove();
  });
  await expect.poll(() => container.childElementCount).toBeGreaterThan(0);
  return container;
}
