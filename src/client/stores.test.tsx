// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { putOnPage } from '#testing/on-page.ts';
import { hasContentOnScreen, useContentOnScreen } from './screen.ts';
import { useDataCount, useMenu, useUser } from './stores.ts';

test('seed §3: client state holds menu, user and dataCount', () => {
  expect(Object.keys(useMenu.getState())).toEqual(['nav', 'routes', 'activeMenuId', 'keepExclude']);
  expect(Object.keys(useUser.getState())).toEqual(['userInfo']);
  expect(Object.keys(useDataCount.getState()).sort()).toEqual(
    [
      ...['msgNotReadCount', 'myApprovalCount', 'avatar', 'scrollTop', 'keyword'],
      ...['selectType', 'name', 'mobile', 'storeUserInfo'],
    ].sort(),
  );
});

function View({ isShown }: { isShown: boolean }) {
  useContentOnScreen(isShown);
  return null;
}

test('PRODUCT §4: content is on screen while a view says so', () => {
  const page = putOnPage(<View isShown={false} />);
  expect(hasContentOnScreen()).toBe(false);
  page.render(<View isShown />);
  expect(hasContentOnScreen()).toBe(true);
  page.render([<View key="1" isShown />, <View key="2" isShown />]);
  page.render([<View key="2" isShown />]);
  expect(hasContentOnScreen()).toBe(true);
  page.remove();
  expect(hasContentOnScreen()).toBe(false);
});
