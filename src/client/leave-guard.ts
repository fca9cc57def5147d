import { useEffect, useId, useRef, useState } from 'react';
import { type Location, useBlocker } from 'react-router';

/** Tries to save a form's changes. @returns whether nothing is left unsaved */
type Save = () => Promise<boolean>;

/** Tells whether a navigation leaves the form. */
export type IsLeft = (current: Location, next: Location) => boolean;

type UnsavedForm = { save: Save | undefined; isLeft: IsLeft };

/** Forms with unsaved changes, by id: the router allows one blocker, but a screen may have several forms. */
const unsavedForms = new Map<string, UnsavedForm>();

const isOtherAddress: IsLeft = (current, next) =>
  current.pathname + current.search !== next.pathname + next.search;

/** While `isUnsaved`, guards the form against leaving for another screen, tab or site; see `useLeaveQuestion`. */
export function useLeaveGuard(isUnsaved: boolean, save?: Save, isLeft = isOtherAddress): void {
  const id = useId();
  const latestSave = useRef(save);
  latestSave.current = save;
  useEffect(() => {
    if (!isUnsaved) return;
    const preventUnload = (event: BeforeUnloadEvent) => unsavedForms.has(id) && event.preventDefault();
    unsavedForms.set(id, {
      save: latestSave.current && (() => latestSave.current?.() ?? Promise.resolve(false)),
      isLeft,
    });
    addEventListener('beforeunload', preventUnload);
    return () => {
      unsavedForms.delete(id);
      removeEventListener('beforeunload', preventUnload);
    };
  }, [id, isUnsaved, isLeft]);
}

/** Lets the user leave without a question: for the log-in, after which the forms show their input again. */
export function leaveWithoutAsking(): void {
  unsavedForms.clear();
}

async function saveAll(): Promise<boolean> {
  const results = await Promise.all([...unsavedForms.values()].map(({ save }) => save?.() ?? false));
  return results.every(Boolean);
}

type LeaveQuestion = { isOpen: boolean; leave: () => void; stay: () => void };

/**
 * Holds a navigation away from guarded forms and saves them. If that fails, `isOpen` asks the user to decide. A page
 * calls this once.
 */
export function useLeaveQuestion(): LeaveQuestion {
  const [isOpen, setIsOpen] = useState(false);
  const blocker = useBlocker(({ currentLocation, nextLocation }) =>
    [...unsavedForms.values()].some(({ isLeft }) => isLeft(currentLocation, nextLocation)),
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return setIsOpen(false);
    let isCurrent = true;
    void saveAll().then((isSaved) => {
      if (!isCurrent) return;
      if (isSaved) blocker.proceed();
      else setIsOpen(true);
    });
    return () => {
      isCurrent = false;
    };
  }, [blocker]);
  return { isOpen, leave: () => blocker.proceed?.(), stay: () => blocker.reset?.() };
}
