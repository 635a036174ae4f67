import type { Chance } from '../domain/lifecycle.ts';
import type { Database } from '../storage/database.ts';
import type { Finding, Question } from '../storage/entrance.ts';
import type { Directory } from '../storage/directory.ts';
import type { Insert, Insertion } from '../storage/open-deposits.ts';
import type { StatusFinding, StatusQuestion } from '../storage/contract-status.ts';
import type { Vault } from '../vault/vault.ts';

/** What the actions work with; made once at the start. */
export type Services = {
  database: Database;
  vault: Vault;
  chance: Chance;
  /** The gathered statements of the two hot calls. */
  entrance: (question: Question) => Promise<Finding>;
  insertDeposit: (insert: Insert) => Promise<Insertion>;
  directory: Directory;
  readStatus: (question: StatusQuestion) => Promise<StatusFinding>;
  /** There is something due: the worker need not wait for its next look. */
  wakeWorker: () => void;
};
