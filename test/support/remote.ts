import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyProject } from './project-copy.ts';

/** What a clone is made from: this project, in which an upgrade finds the next version once there is one. */
export type Remote = {
  source: string;
  /** Publishes the next version. */
  release: () => void;
};

/** `change` is applied to the files before the first version. */
export function remoteIn(folder: string, change: (work: string) => void = () => undefined): Remote {
  const [source, work] = [join(folder, 'source.git'), join(folder, 'work')];
  const git = (...args: string[]): void => void execFileSync('git', args, { stdio: 'ignore' });
  const publish = (subject: string): void => {
    git('-C', work, 'add', '--all');
    git('-C', work, '-c', 'user.name=t', '-c', 'user.email=t@t.example', 'commit', '-m', subject);
    git('-C', work, 'push', source, 'HEAD:main');
  };
  git('init', '--bare', '--initial-branch=main', source);
  git('init', '--initial-branch=main', work);
  copyProject(work);
  change(work);
  publish('first');
  return {
    source,
    release: () => {
      const file = join(work, 'package.json');
      const text = readFileSync(file, 'utf8');
      writeFileSync(file, text.replace(/"version": "(\d+)\.(\d+)\.\d+"/, '"version": "$1.$2.999"'));
      publish('next');
    },
  };
}
