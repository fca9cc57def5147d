// With `console.createTask`, React's development build creates an async stack per element: a quarter of the tests'
// time.
Object.assign(console, { createTask: undefined });

export {};
