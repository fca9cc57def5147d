import * as React from 'react';

// React's development build records where each element was created, for messages that the tests do not read: as an async
// stack if `console.createTask` exists, a quarter of the tests' time, and as an error for the first 10,000 elements of a
// second, a fifth of the rest.
Object.assign(console, { createTask: undefined });
const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
const { [internals]: shared } = React as unknown as Record<string, object>;
if (shared)
  Object.defineProperty(shared, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => undefined });
