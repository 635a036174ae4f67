/** Works on some of them at a time. What fails is left out, with the first failure. */
export async function inLanes<T>(
  items: readonly T[],
  lanes: number,
  work: (item: T) => Promise<void>,
): Promise<{ done: T[]; failure: unknown }> {
  const done: T[] = [];
  let failure: unknown = null;
  const waiting = [...items];
  const lane = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined && failure === null; item = waiting.shift()) {
      try {
        await work(item);
        done.push(item);
      } catch (error) {
        failure ??= error;
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return { done, failure };
}
