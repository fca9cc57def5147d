import axe from 'axe-core';
import { expect } from 'vitest';
import { commands, page } from 'vitest/browser';

/** End-to-end journeys check the menu; checking it with every screen would double the time. */
const menu = 'nav[aria-label="后台菜单"]';
const colours = ['color-contrast', 'link-in-text-block'];

/**
 * Expects no violation of axe-core's rules in the light theme, and of its colour rules in the dark theme. At a phone's
 * width it only checks the layout: colours are the same there and take most of the time. `without` selects elements to
 * exclude, such as a third party's frame.
 */
export async function expectAccessible(without?: string): Promise<void> {
  await expect.poll(() => findForeignLabels(without)).toEqual([]);
  const isPhone = window.innerWidth < 768;
  const layout = { rules: Object.fromEntries(colours.map((rule) => [rule, { enabled: false }])) };
  // Polled, because Ant Design measures text and scroll bars in elements that stand beside the page for a moment.
  const expectNone = (options: axe.RunOptions) =>
    expect.poll(() => findViolations(without, options)).toEqual([]);
  await expectNone(isPhone ? layout : {});
  if (isPhone) return;
  await commands.emulateMedia({ colorScheme: 'dark' });
  try {
    await expectNone({ runOnly: colours });
  } finally {
    await commands.emulateMedia({ colorScheme: 'light' });
  }
}

/**
 * Checks a screen in one mount: all rules of axe-core in the light theme, the colours of the dark theme, and the layout of a
 * phone 360 px wide. `without` selects elements to exclude. A component test of a screen or dialog calls it once.
 */
export async function expectWellMade(without?: string): Promise<void> {
  await expectNoSidewaysScroll();
  await expectAccessible(without);
  await expectPhoneLayout(without);
}

/**
 * Checks the layout of a phone 360 px wide, without colours: a third of the time of `expectWellMade`, for a dialog or tab
 * that has no colours of its own.
 */
export async function expectPhoneLayout(without?: string): Promise<void> {
  await page.viewport(360, 900);
  try {
    await expect.poll(findWidestElement).toBeLessThanOrEqual(360);
    await expectAccessible(without);
  } finally {
    await page.viewport(1440, 900);
  }
}

/**
 * Expects the page to be no wider than the window. `main.page` clips its overflow, so it is measured as well. Polled as
 * `expectAccessible` is.
 */
export async function expectNoSidewaysScroll(): Promise<void> {
  await expect.poll(findWidestElement).toBeLessThanOrEqual(window.innerWidth);
}

function findWidestElement(): number {
  const { documentElement, body } = document;
  return Math.max(
    documentElement.scrollWidth,
    body.scrollWidth,
    document.querySelector('main.page')?.scrollWidth ?? 0,
  );
}

/** Names for screen readers and hints in fields that are in English: one or more words without a Chinese character. */
function findForeignLabels(without: string | undefined): string[] {
  const found: string[] = [];
  for (const element of document.querySelectorAll(
    '[aria-label], [placeholder], [aria-roledescription], [aria-description]',
  )) {
    if (without && element.closest(without)) continue;
    for (const name of ['aria-label', 'placeholder', 'aria-roledescription', 'aria-description']) {
      const text = element.getAttribute(name) ?? '';
      if (/^[a-z]{2,}(?:[ -][a-z]+)*[.…]*$/i.test(text) && !properNames.has(text))
        found.push(`${name}="${text}"`);
    }
  }
  return found;
}

/** Names that people know as they are. */
const properNames = new Set(['VIP', 'AppID', 'AppSecret', 'Markdown', 'RSS', 'HTML', 'URL']);

async function findViolations(without: string | undefined, rules: axe.RunOptions): Promise<string[]> {
  await settleTransitions();
  const { violations } = await axe.run(
    { include: ['html'], exclude: [menu, without].flatMap((one) => one ?? []) },
    {
      resultTypes: ['violations'],
      // Prevents axe-core from fetching style sheets and media again, which no rule needs.
      preload: false,
      ...rules,
    },
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html.slice(0, 200)}\n${failureSummary}`),
  );
}

/**
 * Waits for colour transitions between the themes: until none has run for some frames, since on a busy machine they start
 * several frames after the change of theme.
 */
async function settleTransitions(): Promise<void> {
  for (let quietFrames = 0; quietFrames < 4; quietFrames += 1) {
    await new Promise(requestAnimationFrame);
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    if (transitions.length > 0) quietFrames = 0;
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  }
}
