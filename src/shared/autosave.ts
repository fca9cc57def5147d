// Autosaves within ten minutes replace each other, so that an hour's writing makes a handful of versions.
const autosaveWindowMs = 10 * 60_000;

/** Whether an autosave by this member replaces the version before it. */
export const canReplaceAutosave = (
  last: { saved_by: string | null; saved_at: Date },
  memberId: string,
  now: Date,
): boolean => last.saved_by === memberId && now.getTime() - last.saved_at.getTime() < autosaveWindowMs;
