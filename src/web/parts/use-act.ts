import { useCallback, useState } from 'react';
import { CallError } from '#client/call-error.ts';
import type { CallManners } from '#client/calls.ts';
import type { Client } from '#client/client.ts';
import { DEFAULT_MESSAGE } from '#client/error-catalogue.ts';
import type { ApiCalls } from '#features/calls.ts';
import { useClient } from '../client-context.ts';

/** One call of the site, typed by its key. */
export type SiteCall = Client<ApiCalls>['call'];

export type Act = {
  isBusy: boolean;
  /** Why the last try failed, to be shown where it happened. */
  error: string | undefined;
  /** Shows a fault found before anything was sent, or takes the last one away. */
  fail: (message: string | undefined) => void;
  /**
   * Does one thing with the server, once at a time, and says whether it succeeded. What it needs of the client is
   * given to it; its calls should be silent, since the fault is shown here. Never rejects.
   */
  run: (work: (call: SiteCall) => Promise<void>) => Promise<boolean>;
};

/** For calls whose fault is shown beside what was pressed instead of in an alert. */
export const silent = { silent: true } as const satisfies CallManners;

/** One act of a person: under way, failed or done. */
export function useAct(): Act {
  const client = useClient();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();
  const run = useCallback(
    async (work: (call: SiteCall) => Promise<void>) => {
      setIsBusy(true);
      setError(undefined);
      try {
        await work(client().call);
        return true;
      } catch (failure) {
        setError(messageOf(failure));
        return false;
      } finally {
        setIsBusy(false);
      }
    },
    [client],
  );
  return { isBusy, error, fail: setError, run };
}

/** What to tell of a failed call. An error that is none of a call's is a fault of ours and goes on. */
export function messageOf(failure: unknown): string {
  if (!(failure instanceof CallError)) throw failure;
  return failure.message || DEFAULT_MESSAGE;
}
