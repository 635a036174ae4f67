import type { ConsoleApp } from '../app.ts';
import { bankRoutes } from './bank/bank-routes.ts';
import { actionRoutes } from './deposits/action-routes.ts';
import { consoleDepositRoutes } from './deposits/deposit-routes.ts';
import { failureRoutes } from './failures/failure-routes.ts';
import { moneyRoutes } from './money/money-routes.ts';

/** Monitoring: deposits of all organizations, money, failures, the bank's files. */
export function monitoringRoutes(app: ConsoleApp): void {
  consoleDepositRoutes(app);
  actionRoutes(app);
  moneyRoutes(app);
  failureRoutes(app);
  bankRoutes(app);
}
