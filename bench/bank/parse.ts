/** Reads a camt file once, in a process of its own, and prints what it took as JSON. */
import { createReadStream } from 'node:fs';
import { checkCamt } from '../../src/bank/camt/check-camt.ts';

const before = process.cpuUsage();
const start = performance.now();
const { entries } = await checkCamt(createReadStream(process.argv[2] ?? ''));
const seconds = (performance.now() - start) / 1000;
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({ entries, seconds, cpuSeconds: (user + system) / 1e6 }));
