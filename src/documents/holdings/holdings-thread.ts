import { parentPort, workerData } from 'node:worker_threads';
import type { BalanceConfirmation } from '../../domain/statements/holdings.ts';
import { holdingsPdf } from './holdings-pdf.ts';
import { holdingsXlsx } from './holdings-xlsx.ts';
import type { HoldingsFormat } from './render-holdings.ts';

// Runs in a thread of render-holdings.ts.

type Asked = { confirmation: BalanceConfirmation; format: HoldingsFormat; logo: Uint8Array | null };

const { confirmation, format, logo } = workerData as Asked;
const content =
  format === 'pdf'
    ? await holdingsPdf(confirmation, logo === null ? null : Buffer.from(logo))
    : await holdingsXlsx(confirmation);
parentPort?.postMessage(content, []);
