import { createContext, use, useCallback } from 'react';
import type { Client } from '#client/client.ts';
import type { ApiCalls } from '#features/calls.ts';

/** The browser's client; null while rendering on the server. */
export const ClientContext = createContext<Client<ApiCalls> | null>(null);

/** The client for event handlers and effects, the same function at every render. @throws while rendering on the server, where there is none */
export function useClient(): () => Client<ApiCalls> {
  const client = use(ClientContext);
  return useCallback(() => {
    if (!client) throw new Error('there is no client on the server');
    return client;
  }, [client]);
}
