import axe from 'axe-core';
import { expect } from 'vitest';
import { commands } from 'vitest/browser';

/**
 * No violation of any of axe-core's rules in the light theme, and none of those about colours in the dark one.
 * `without` selects elements to leave out, such as a third party's frame.
 */
export async function expectAccessible(without?: string): Promise<void> {
  expect(await findViolations(without)).toEqual([]);
  await commands.emulateMedia({ colorScheme: 'dark' });
  try {
    expect(await findViolations(without, ['color-contrast', 'link-in-text-block'])).toEqual([]);
  } finally {
    await commands.emulateMedia({ colorScheme: 'light' });
  }
}

/** The page is as wide as the window; `main.page` cuts off what is wider, so it is measured, too. */
export function expectNoSidewaysScroll(): void {
  const { documentElement, body } = document;
  const widths = {
    page: documentElement.scrollWidth,
    body: body.scrollWidth,
    main: document.querySelector('main.page')?.scrollWidth ?? 0,
  };
  expect(Math.max(...Object.values(widths)), JSON.stringify(widths)).toBeLessThanOrEqual(window.innerWidth);
}

async function findViolations(without?: string, rules?: string[]): Promise<string[]> {
  await settleTransitions();
  const { violations } = await axe.run(without ? { exclude: [without] } : document, {
    resultTypes: ['violations'],
    // No rule reads the style sheets or media that axe-core would fetch again.
    preload: false,
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
  });
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html.slice(0, 200)}\n${failureSummary}`),
  );
}

/** Colours on their way from one theme to the other are neither; a change of theme begins with the next frame. */
async function settleTransitions(): Promise<void> {
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
  await Promise.allSettled(transitions.map(({ finished }) => finished));
}
