import { useCallback } from 'react';
import type { Client } from '#client/client.ts';
import { type Challenge, createProver, type Prover } from '#client/proof.ts';
import type { ApiCalls } from '#features/calls.ts';
import { useClient } from '../../client-context.ts';

const provers = new WeakMap<Client<ApiCalls>, Prover>();

/** Returns the page's prover, for event handlers and effects; a proof prepared by one form can be used by another. */
export function useProver(): () => Prover {
  const client = useClient();
  return useCallback(() => getProver(client()), [client]);
}

function getProver(client: Client<ApiCalls>): Prover {
  const existing = provers.get(client);
  if (existing) return existing;
  // The server's type describes the challenge to check, the library's the one to solve; the object is the same.
  const fetchChallenge = () => client.call('GET /reception/proof', { silent: true }) as Promise<Challenge>;
  const prover = createProver(fetchChallenge);
  provers.set(client, prover);
  return prover;
}
