import { expect, test } from 'vitest';
import { useDataCount, useMenu, useUser } from './stores.ts';

test('docs/product.md §3: client state consists of menu, user and dataCount', () => {
  expect(Object.keys(useMenu.getState())).toEqual(['nav', 'routes', 'activeMenuId', 'keepExclude']);
  expect(Object.keys(useUser.getState())).toEqual(['userInfo']);
  expect(Object.keys(useDataCount.getState()).sort()).toEqual(
    [
      ...['msgNotReadCount', 'myApprovalCount', 'avatar', 'scrollTop', 'keyword'],
      ...['selectType', 'name', 'mobile', 'storeUserInfo'],
    ].sort(),
  );
});
