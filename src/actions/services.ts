import type { ExchangeFolder } from '../bank/exchange-folder.ts';
import type { ProviderCodes, ToldStatus } from '../domain/contract-status.ts';
import type { Deposit } from '../domain/deposit.ts';
import type { CallbackDocument } from '../domain/document.ts';
import type { Effect } from '../domain/effect.ts';
import type { Integration } from '../domain/integration.ts';
import type { Random } from '../domain/lifecycle/move.ts';
import type { Database } from '../storage/database/database.ts';
import type { Finding, Question } from '../storage/open-call/lookup.ts';
import type { LookupCache } from '../storage/open-call/lookup-cache.ts';
import type { KeyUses } from '../storage/set-up/key-uses.ts';
import type { Insert, Insertion } from '../storage/open-call/insert-deposits.ts';
import type { StatusFinding, StatusQuestion } from '../storage/status/contract-status.ts';
import type { Vault } from '../vault/vault.ts';

/** What the actions work with; made once at the start. */
export type Services = {
  database: Database;
  vault: Vault;
  random: Random;
  /** The gathered statements of the two hot calls. */
  lookupOpenCall: (question: Question) => Promise<Finding>;
  insertDeposit: (insert: Insert) => Promise<Insertion>;
  lookupCache: LookupCache;
  /** When keys were last used. */
  keyUses: KeyUses;
  readStatus: (question: StatusQuestion) => Promise<StatusFinding<ToldStatus>>;
  /** The account that money goes to where none was given; null outside the test environment. */
  demoIban: string | null;
  /** What the simulated bank or insurer does by itself after a move; nothing outside the test environment. */
  reactions: (before: Deposit, after: Deposit, now: Date) => readonly Effect[];
  /** The codes by which partners know bank and insurer. */
  providers: ProviderCodes;
  /** Which documents the path of a deposit sends back. */
  documentsOf: (integration: Integration) => readonly CallbackDocument[];
  /** Where files are exchanged with the bank. */
  exchange: ExchangeFolder;
  /** There is something to deliver. */
  wakeDeliverer: () => void;
  /** There is something due: the worker need not wait for its next look. */
  wakeWorker: () => void;
};
