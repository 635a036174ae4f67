import { randomUUIDv7 } from 'node:crypto';
import type { Services } from './actions/services.ts';
import { openExchange } from './bank/exchange-folder.ts';
import { openDocumentStore } from './actions/documents/store.ts';
import type { Config } from './config.ts';
import { toldStatus } from './domain/contract-status.ts';
import type { Random } from './domain/lifecycle/move.ts';
import { qualifiedOf } from './qualified-settings.ts';
import { reactions } from './sandbox/scenarios.ts';
import { DEMO_IBAN } from './sandbox/simulated-bank/bank.ts';
import { statusReader } from './storage/status/contract-status.ts';
import type { Database } from './storage/database/database.ts';
import { LookupCache } from './storage/open-call/lookup-cache.ts';
import { openCallLookup } from './storage/open-call/lookup.ts';
import { offerDocuments } from './actions/offer-document.ts';
import { readFeedPage } from './storage/deposit-feed/feed.ts';
import { batch } from './storage/database/batch.ts';
import { LogoCache } from './storage/set-up/logos.ts';
import { ServiceLookCache } from './storage/set-up/service-settings.ts';
import { KeyUses } from './storage/set-up/key-uses.ts';
import { insertDeposits, type Insert, type Insertion } from './storage/open-call/insert-deposits.ts';
import { linkToken, randomDigits } from './vault/keys.ts';
import { Vault } from './vault/vault.ts';

/** Called for each statement that handles a batch of calls. */
type OnBatch = (statement: 'entrance' | 'insert' | 'status', size: number) => void;

/** The dependencies of the actions, in the service and on the command line. Waking is left out: a worker polls too. */
export function createServices(
  config: Config,
  database: Database,
  { onBatch = () => undefined }: { onBatch?: OnBatch } = {},
): Services {
  const vault = new Vault(config.secretKey, config.olderSecretKeys);
  const isTest = config.environment === 'test';
  const random: Random = { id: randomUUIDv7, tenantToken: linkToken, digits: randomDigits };
  return {
    database,
    vault,
    random,
    lookupOpenCall: openCallLookup(database, (size) => onBatch('entrance', size)),
    insertDeposit: batch<Insert, Insertion>((inserts) => insertDeposits(database, vault, inserts), {
      onBatch: (size) => onBatch('insert', size),
    }),
    lookupCache: new LookupCache(),
    keyUses: new KeyUses(database),
    look: new ServiceLookCache(database),
    documentStore: config.documents === null ? null : openDocumentStore(config.documents, vault),
    logos: new LogoCache(database),
    readStatus: statusReader(
      database,
      (facts) => toldStatus(facts, config.providers),
      (size) => onBatch('status', size),
    ),
    readFeedPage: (page) => readFeedPage(database, page),
    offerLinks: (documents) => offerDocuments(database, documents),
    providers: config.providers,
    documentsOf: (integration) => config.paths[integration].documents,
    operatorEmails: config.operatorEmails,
    isPasskeyRequired: config.isPasskeyRequired,
    hasFourEyes: config.hasFourEyes,
    cells: { own: config.cell, addresses: config.cells.size > 1 ? config.cells : new Map() },
    money: config.money,
    tellsPartners: !isTest,
    sendsSms: config.smsUrl !== null,
    qualified: qualifiedOf(config, () => config.baseUrl ?? `http://localhost:${config.port}`),
    operators: [],
    exchange: openExchange(config.bankExchangeDir),
    demoIban: isTest ? DEMO_IBAN : null,
    reactions: isTest ? reactions(random) : () => [],
    wakeWorker: () => undefined,
    wakeDeliverer: () => undefined,
    wakeConformance: () => undefined,
    flushRequestLog: async () => undefined,
  };
}
