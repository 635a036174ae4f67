import type { ConsoleApp } from '../app.ts';
import { bankAccountRoutes } from './accounts/account-routes.ts';
import { bankRoutes } from './bank/bank-routes.ts';
import { actionRoutes } from './deposits/action-routes.ts';
import { consolePaperRoutes } from './deposits/paper-routes.ts';
import { consoleDepositRoutes } from './deposits/deposit-routes.ts';
import { failureRoutes } from './failures/failure-routes.ts';
import { journalRoutes } from './journal/journal-routes.ts';
import { assignRoutes } from './money/assign-routes.ts';
import { moneyRoutes } from './money/money-routes.ts';

/** Monitoring: deposits of all organizations, money, failures, the bank's files. */
export function monitoringRoutes(app: ConsoleApp): void {
  consoleDepositRoutes(app);
  consolePaperRoutes(app);
  actionRoutes(app);
  moneyRoutes(app);
  assignRoutes(app);
  failureRoutes(app);
  bankRoutes(app);
  bankAccountRoutes(app);
  journalRoutes(app);
}
