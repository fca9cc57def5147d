/** Runs `action` and counts how often the event loop turned meanwhile. */
export async function countTurns<T>(action: () => Promise<T>): Promise<{ turns: number; result: T }> {
  let turns = 0;
  const count = () => {
    turns += 1;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  try {
    return { result: await action(), turns };
  } finally {
    clearImmediate(timer);
  }
}
