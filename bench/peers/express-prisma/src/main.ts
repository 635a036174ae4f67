import type { AddressInfo } from 'node:net';
import express, { type NextFunction, type Request, type Response } from 'express';
import { Prisma } from './generated/prisma/client.ts';
import { createTables } from './create-tables.ts';
import { prisma } from './prisma.ts';

const app = express();
app.use(express.json());

app.post('/deposits', async (request, response) => {
  const { tenants, rentalStart, ...terms } = request.body;
  // A nested write: Prisma makes one transaction of it.
  const deposit = await prisma.deposit.create({
    data: {
      ...terms,
      organizationId: request.get('x-org-id'),
      rentalStart: new Date(rentalStart),
      state: 'opening',
      step: 'awaiting_manager_signature',
      tenants: { create: tenants.map((tenant: object, place: number) => ({ ...tenant, position: place + 1 })) },
      history: { create: { actor: 'partner', event: 'opened', detail: { integration: 'custom' } } },
      jobs: {
        create: {
          kind: 'mail',
          content: {
            mail: 'deposit_imported',
            to: terms.manager,
            facts: { externalContractId: terms.externalContractId, property: terms.property },
          },
        },
      },
    },
    select: { id: true },
  });
  response.json({ success: true, id: deposit.id });
});

app.get('/deposits/:externalContractId', async (request, response) => {
  const deposit = await prisma.deposit.findUnique({
    where: {
      organizationId_externalContractId: {
        organizationId: request.get('x-org-id') ?? '',
        externalContractId: request.params.externalContractId,
      },
    },
    // Not `_count`: Prisma would count the tenants of all deposits, and the more there are the longer it would take.
    select: { state: true, step: true, tenants: { select: { id: true } } },
  });
  if (deposit === null) {
    response.status(404).json({ success: false, error: 'unknown contract' });
    return;
  }
  response.json({ success: true, state: deposit.state, step: deposit.step, tenants: deposit.tenants.length });
});

app.use((error: unknown, _request: Request, response: Response, next: NextFunction) => {
  if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002') {
    response.status(409).json({ success: false, error: 'the contract already has a deposit' });
    return;
  }
  next(error);
});

await createTables();
const server = app.listen(Number(process.env['PORT'] ?? 0), '127.0.0.1', (error) => {
  if (error) throw error;
  console.log(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
