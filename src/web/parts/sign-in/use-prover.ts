import { useCallback } from 'react';
import type { Client } from '#client/client.ts';
import { type Challenge, createProver, type Prover } from '#client/proof.ts';
import type { ApiCalls } from '#features/calls.ts';
import { useClient } from '../../client-context.ts';

const provers = new WeakMap<Client<ApiCalls>, Prover>();

/** The page's prover, for event handlers and effects: what one form prepared, another may take. */
export function useProver(): () => Prover {
  const client = useClient();
  return useCallback(() => proverOf(client()), [client]);
}

function proverOf(client: Client<ApiCalls>): Prover {
  const known = provers.get(client);
  if (known) return known;
  // The server speaks of the challenge as it checks it, the library as it solves it; it is the same object.
  const askChallenge = () => client.call('GET /reception/proof', { silent: true }) as Promise<Challenge>;
  const prover = createProver(askChallenge);
  provers.set(client, prover);
  return prover;
}
