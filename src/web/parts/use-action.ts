import { useCallback, useEffect, useRef, useState } from 'react';
import { CallError } from '#client/call-error.ts';
import type { CallSettings } from '#client/calls.ts';
import type { Client } from '#client/client.ts';
import { DEFAULT_MESSAGE } from '#client/error-catalogue.ts';
import { openMask } from '#client/loading.ts';
import type { ApiCalls } from '#features/calls.ts';
import { useClient } from '../client-context.ts';

/** A function that makes one call of the API, typed by its key. */
export type SiteCall = Client<ApiCalls>['call'];

export type ActionState = {
  isBusy: boolean;
  /** Why the last attempt failed, to be shown beside the control. */
  error: string | undefined;
  /** Shows an error found before anything was sent, or clears the last one. */
  setError: (message: string | undefined) => void;
  /**
   * Runs an action and returns whether it succeeded. Passes the client's call function to it; the calls
   * should be silent, since the error is shown here. Never rejects.
   */
  run: (action: (call: SiteCall) => Promise<void>, options?: RunOptions) => Promise<boolean>;
};

/** `hasMask`: the loading mask covers the page if the action takes long, because it must not be interrupted. */
type RunOptions = { hasMask?: boolean };

/** Settings of calls whose error is shown beside the control instead of in an alert. */
export const silent = { silent: true } as const satisfies CallSettings;

export function useAction(): ActionState {
  const client = useClient();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();
  const closeMask = useRef<() => void>(undefined);
  // The mask must not cover the page that a person moves on to with the browser's own buttons.
  useEffect(() => () => closeMask.current?.(), []);
  const run = useCallback(
    async (action: (call: SiteCall) => Promise<void>, { hasMask = false }: RunOptions = {}) => {
      if (hasMask) closeMask.current = openMask();
      setIsBusy(true);
      setError(undefined);
      try {
        await action(client().call);
        return true;
      } catch (failure) {
        setError(messageOf(failure));
        return false;
      } finally {
        setIsBusy(false);
        closeMask.current?.();
      }
    },
    [client],
  );
  return { isBusy, error, setError: setError, run };
}

/** Returns the message for a failed call. Rethrows any other error, since it is a bug. */
export function messageOf(failure: unknown): string {
  if (!(failure instanceof CallError)) throw failure;
  return failure.message || DEFAULT_MESSAGE;
}
