import { parentPort, workerData } from 'node:worker_threads';
import type { BalanceConfirmation } from '../../domain/statements/holdings.ts';
import { holdingsPdf } from './holdings-pdf.ts';
import { holdingsXlsx } from './holdings-xlsx.ts';
import type { HoldingsFormat } from './render-holdings.ts';

// Runs in a thread of render-holdings.ts.

const { confirmation, format } = workerData as { confirmation: BalanceConfirmation; format: HoldingsFormat };
const content = format === 'pdf' ? await holdingsPdf(confirmation) : await holdingsXlsx(confirmation);
parentPort?.postMessage(content, []);
