/** Does the work, and counts how often others had the event loop meanwhile. */
export async function countTurns<T>(work: () => Promise<T>): Promise<{ turns: number; result: T }> {
  let turns = 0;
  const count = () => {
    turns += 1;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  try {
    return { result: await work(), turns };
  } finally {
    clearImmediate(timer);
  }
}
