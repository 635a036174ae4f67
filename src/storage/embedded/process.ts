/** The environment of programs that we start. Our own contains secrets, so it is not passed on. */
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
