// Loaded before a program (--import): it ends itself as by `kill -9` in the first transaction that books entries, at the
// moment that DIE_WHEN names. `stored`: all is stored; `committing`: the commit is sent; `committed`: it was answered.
import { Client } from 'pg';

type Answered = (...answer: unknown[]) => void;

const when = process.env['DIE_WHEN'];
const die = (): void => void process.kill(process.pid, 'SIGKILL');
// oxlint-disable-next-line typescript/unbound-method
const ask = Client.prototype.query as (...args: unknown[]) => unknown;
let isBooking = false;

Client.prototype.query = function query(this: Client, ...args: unknown[]): unknown {
  const { text = args[0], name } = args[0] as { text?: unknown; name?: string };
  if (name === 'insert-entries') isBooking = true;
  const isCommit = isBooking && text === 'commit';
  if (when === 'stored' && isCommit) die();
  const answered = args.at(-1);
  if (when === 'committed' && isCommit && typeof answered === 'function') {
    args[args.length - 1] = ((...answer) => {
      die();
      (answered as Answered)(...answer);
    }) satisfies Answered;
  }
  const asked = ask.apply(this, args);
  if (when === 'committing' && isCommit) die();
  return asked;
} as Client['query'];
