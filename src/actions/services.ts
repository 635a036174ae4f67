import type { ExchangeFolders } from '../bank/exchange-folder.ts';
import type { ProviderCodes, ToldStatus } from '../domain/contract-status.ts';
import type { Deposit } from '../domain/deposit.ts';
import type { CallbackDocument } from '../domain/document.ts';
import type { Effect } from '../domain/effect.ts';
import type { Integration } from '../domain/integration.ts';
import type { Random } from '../domain/lifecycle/move.ts';
import type { MoneySettings } from '../domain/money-settings.ts';
import type { Issuer } from '../domain/operator.ts';
import type { Database } from '../storage/database/database.ts';
import type { FeedPage, FeedQuestion } from '../storage/deposit-feed/feed.ts';
import type { FoundCall, PartnerQuery } from '../storage/open-call/lookup.ts';
import type { LogoCache } from '../storage/set-up/logos.ts';
import type { ServiceLookCache } from '../storage/set-up/service-settings.ts';
import type { LookupCache } from '../storage/open-call/lookup-cache.ts';
import type { KeyUses } from '../storage/set-up/key-uses.ts';
import type { Insert, Insertion } from '../storage/open-call/insert-deposits.ts';
import type { StatusResult, StatusQuestion } from '../storage/status/contract-status.ts';
import type { EmailAddress } from '../domain/values/contact.ts';
import type { QualifiedService } from '../qualified/service.ts';
import type { DocumentStore } from './documents/store.ts';
import type { OfferedDocuments } from './offer-document.ts';
import type { Vault } from '../vault/vault.ts';

/** The dependencies of the actions; created once at the start. */
export type Services = {
  database: Database;
  vault: Vault;
  random: Random;
  /** Batched: several calls share one statement. */
  lookupOpenCall: (query: PartnerQuery) => Promise<FoundCall>;
  insertDeposit: (insert: Insert) => Promise<Insertion>;
  lookupCache: LookupCache;
  /** Records when keys were last used. */
  keyUses: KeyUses;
  readStatus: (question: StatusQuestion) => Promise<StatusResult<ToldStatus>>;
  /** A page of a partner's list of deposits. Null: a replica on which nothing of the organization is numbered yet. */
  readFeedPage: (page: FeedQuestion) => Promise<FeedPage | null>;
  /** New links to documents of an organization, in their order. */
  offerLinks: (documents: OfferedDocuments) => Promise<string[]>;
  /** What public pages show of the operator. */
  look: ServiceLookCache;
  /** Where contents of documents are kept outside the database. Null: no such store is set. */
  documentStore: DocumentStore | null;
  /** The pictures that brands name. */
  logos: LogoCache;
  /** The account for payouts without one; null outside the test environment. */
  demoIban: string | null;
  /** What the simulated bank or insurer does after a move; nothing outside the test environment. */
  reactions: (before: Deposit, after: Deposit, now: Date) => readonly Effect[];
  /** The partners' codes for bank and insurer. */
  providers: ProviderCodes;
  /** Which documents are sent by callback. */
  documentsOf: (integration: Integration) => readonly CallbackDocument[];
  /** Where files are exchanged with the banks. */
  exchange: ExchangeFolders;
  /** Always admins. */
  operatorEmails: readonly EmailAddress[];
  /** Whether operators sign in with passkeys only, after the first time. */
  isPasskeyRequired: boolean;
  /** Whether some actions wait for a second person. */
  hasFourEyes: boolean;
  /** Whether contacts of partners are told of changes to their callbacks: in production. */
  tellsPartners: boolean;
  /** Whether codes also go out as text messages. */
  sendsSms: boolean;
  /** Where people can sign with a qualified signature. Null: no such service is set. */
  qualified: QualifiedService | null;
  /** The name of this cell, and the addresses of all of them by name; empty where there is one. */
  cells: { own: string; addresses: ReadonlyMap<string, string> };
  /** How money is handled. */
  money: MoneySettings;
  /** The operator on whose behalf an action is carried out, and whoever issued the token that is used. */
  operators: readonly Issuer[];
  /** Called when a callback is due. */
  wakeDeliverer: () => void;
  /** Called when a conformance run has started, or has ended. */
  wakeConformance: () => void;
  /** Writes the calls that this process has recorded. Does not fail: what cannot be written now is written later. */
  flushRequestLog: () => Promise<void>;
  /** Called when an effect is due, so that the worker does not wait for its next poll. */
  wakeWorker: () => void;
};
