import type { ProgressBar } from '../output.ts';
import type { Source } from './source.ts';

/** Lines per statement batch. */
export const CHUNK = 256;

export async function* inChunks<T>(items: AsyncIterable<T>, most: number): AsyncGenerator<T[]> {
  let chunk: T[] = [];
  for await (const item of items) {
    chunk.push(item);
    if (chunk.length < most) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

/** Shows how much of a file was read, in KiB; the bar moves in hundreds. */
export function showProgress(progress: ProgressBar, { size, done }: Pick<Source, 'size' | 'done'>): void {
  const total = Math.ceil(size / 1024);
  const read = Math.floor(done() / 1024);
  progress.update(done() >= size ? total : read - (read % 100), total);
}
