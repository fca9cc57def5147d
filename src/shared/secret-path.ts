/**
 * Whether a path may contain a token of ours (`newToken`: 43 characters of base64url), also with something before or
 * behind it. Slugs of titles are as long, but have one case.
 */
export const hasToken = (path: string): boolean =>
  (path.match(/[\w-]{40,}/g) ?? []).some((run) => /[A-Z]/.test(run) && /[a-z]/.test(run));
