/** All that programs which we start learn of our surroundings: the settings there hold secrets. */
export function bareEnvironment(): Record<string, string | undefined> {
  return { PATH: process.env['PATH'], LC_ALL: 'C' };
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}
