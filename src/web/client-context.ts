import { createContext, use, useCallback } from 'react';
import type { Client } from '#client/client.ts';
import type { ApiCalls } from '#features/calls.ts';

/** The browser's API client; null during server rendering. */
export const ClientContext = createContext<Client<ApiCalls> | null>(null);

/**
 * Returns a stable getter for the client, for event handlers and effects. @throws during server rendering, where there
 * is no client
 */
export function useClient(): () => Client<ApiCalls> {
  const client = use(ClientContext);
  return useCallback(() => {
    if (!client) throw new Error('The API client is not available on the server.');
    return client;
  }, [client]);
}
