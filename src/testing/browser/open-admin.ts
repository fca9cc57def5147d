import { createElement, Fragment, type ReactNode } from 'react';
import { expect } from 'vitest';
import { commands, type Locator, page, userEvent } from 'vitest/browser';
import adminCss from '#admin/admin.css?inline';
import { removeStored } from '#client/storage.ts';
import { setUser } from '#client/stores.ts';
import type { Column } from '#features/columns/schema.ts';
import { answer } from './api.ts';
import { logIn } from './open-site.ts';

type Admin = { close: () => void };

let openedAdmin: Admin | undefined;

/** Puts the payload of the back office's document (main/admin.ts) into the page, where its modules read it. */
export async function putPayload(): Promise<void> {
  if (document.getElementById('payload')) return;
  const payload = document.head.appendChild(document.createElement('script'));
  payload.id = 'payload';
  payload.type = 'application/json';
  payload.textContent = JSON.stringify({
    name: '观澜',
    apiBase: '/api',
    tenantId: '000000',
    client: 'guanlan:guanlan',
    menu: await commands.adminMenu(),
  });
}

/**
 * Opens a screen of the back office with the real router, shell, client and styles. `permissions` are the person's
 * permission codes, by default all; `columns` are those of the portal,
 * `ownColumnIds` those that the account is limited to. A `part` is shown alone, in place of a screen and the shell, which
 * take longer to load than most parts.
 */
export async function openAdmin(
  address: string,
  {
    permissions = ['*'],
    columns = [],
    ownColumnIds = null,
    part,
  }: {
    permissions?: string[];
    columns?: Column[];
    ownColumnIds?: string[] | null;
    part?: ReactNode;
  } = {},
): Promise<void> {
  const { id, name, mobile } = logIn(permissions);
  answer('GET /member/profile', {
    id,
    name,
    mobile,
    email: null,
    avatar: null,
    vipUntil: null,
    menuIds: permissions,
    roleNames: ['管理员'],
    hasPassword: true,
    wechat: null,
    hasTotp: true,
    deletionDueAt: null,
    createdAt: '2026-11-20T08:00:00+08:00',
  });
  answer('GET /reception/column/getColumnList', columns);
  answer('GET /admin/column/own', { ids: ownColumnIds });
  answer('GET /admin/savedView/list', []);
  const [{ startAdmin }, { queryClient }, { Overlays }] = await Promise.all([
    import('#admin/start-admin.tsx'),
    import('#admin/parts/data.ts'),
    import('#admin/shell/overlays.tsx'),
  ]);
  queryClient.clear();
  history.replaceState(null, '', `/admin${address}`);
  const style = document.head.appendChild(document.createElement('style'));
  style.textContent = adminCss;
  const container = document.body.appendChild(document.createElement('div'));
  container.id = 'root';
  const element = part && createElement(Fragment, null, part, createElement(Overlays));
  const { root, router } = startAdmin(container, element ? [{ path: '*', element }] : undefined);
  openedAdmin = {
    close: () => {
      root.unmount();
      router.dispose();
      queryClient.clear();
      container.remove();
      style.remove();
    },
  };
}

/** Closes the back office and clears the state that it keeps in the browser. */
export function closeAdmin(): void {
  openedAdmin?.close();
  openedAdmin = undefined;
  // Ant Design keeps overlays in the document until their animation ends.
  for (const float of document.querySelectorAll(
    '.ant-modal-root, .ant-drawer, .ant-popover, .ant-select-dropdown',
  ))
    float.parentElement === document.body ? float.remove() : float.parentElement?.remove();
  removeStored('token', 'menuIds');
  setUser(undefined);
}

export const button = (name: string) => page.getByRole('button', { name, exact: true });
/** Locates a dialog or drawer by its title or another text in it. */
export const dialog = (text?: string) =>
  text === undefined ? page.getByRole('dialog') : page.getByRole('dialog').filter({ hasText: text });
export const toastOf = (text: string) =>
  page.getByRole('region', { name: '提示' }).getByRole('listitem').filter({ hasText: text });
/** Locates a row of a table by a text in it. */
export const row = (text: string) => page.getByRole('row').filter({ hasText: text });
export const tab = (name: string) => page.getByRole('tab', { name, exact: true });

/**
 * Types both days of a period. The picker opens, reads a typed day and moves the focus with the next frame, and forgets a
 * day that was typed before it is open.
 */
export async function fillPeriod(label: string, first: string, last: string): Promise<void> {
  const end = page.getByPlaceholder('到', { exact: true });
  await page.getByPlaceholder(label).click();
  await enterDay(page.getByPlaceholder(label), first);
  await expect.element(end).toHaveFocus();
  await enterDay(end, last);
}

async function enterDay(input: Locator, day: string): Promise<void> {
  await expect.element(page.getByTitle(/^\d{4}-\d\d-\d\d$/).first()).toBeVisible();
  await input.fill(day);
  await expect.element(page.getByTitle(day)).toHaveClass(/selected|range/);
  await userEvent.keyboard('{Enter}');
}

/** Selects an option of a select control. */
export async function choose(label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByTitle(option, { exact: true }).last().click();
}
