import { randomUUID } from 'node:crypto';
import fastify from 'fastify';
import { Pool } from 'pg';

// A comparison for open calls: a handler that checks nothing and makes the same inserts as most would write them, one
// statement after the other in a transaction. Six round trips.

const pool = new Pool({ connectionString: process.env['DATABASE_URL'] ?? '', max: 12 });
const organizationId = process.env['ORGANIZATION_ID'];
const HASH = Buffer.alloc(32);
const server = fastify();

server.post('/open', async (request) => {
  const body = request.body as Record<string, string>;
  const id = randomUUID();
  const now = new Date();
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `insert into deposits (organization_id, id, external_contract_id, connection_id, integration, state, step,
         created_at, step_since, history_count, history_hash, property, rental_start, rental_deposit_rappen, tenant_language, investment_allowed, owner,
         manager_organization_id, manager_id, adjustments)
       values ($1, $2, $3, $1, 'custom', 'opening', 'awaiting_manager_signature', $4, $4, 1, $9, $5, $6, $7, 'de', true, $8, $1, $1, '[]')`,
      [
        organizationId,
        id,
        body['externalContractId'],
        now,
        JSON.stringify({ street: body['street'], zip: body['zip'], city: body['city'] }),
        body['rentalStart'],
        Number(body['rentalDeposit']) * 100,
        JSON.stringify({ name: body['ownerName'] }),
        HASH,
      ],
    );
    await client.query(
      `insert into tenants (organization_id, deposit_id, position, type, first_name, last_name, email, phone_number, address, details)
       values ($1, $2, 1, $3, $4, $5, $6, $7, $8, $9)`,
      [
        organizationId,
        id,
        body['tenantType'],
        body['tenantFirstName'],
        body['tenantLastName'],
        body['tenantEmail'],
        body['tenantPhoneNumber'],
        JSON.stringify({ street: body['tenantAddressStreet'], city: body['tenantAddressCity'] }),
        JSON.stringify({ birthDate: body['tenantBirthDate'], nationality: body['tenantNationality'] }),
      ],
    );
    await client.query(
      `insert into history (organization_id, deposit_id, sequence, at, actor, event, detail, hash)
       values ($1, $2, 1, $3, 'partner', 'opened', '{}', $4)`,
      [organizationId, id, now, HASH],
    );
    await client.query(
      `insert into effects (organization_id, id, deposit_id, kind, mail_kind, content, state, due_at, created_at)
       values ($1, $2, $3, 'mail', 'deposit_imported', $4, 'done', $5, $5), ($1, $6, $3, 'remind', null, null, 'waiting', $7, $5)`,
      [organizationId, randomUUID(), id, Buffer.alloc(400), now, randomUUID(), new Date(now.getTime() + 259_200_000)],
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
  return { success: true, result: 'success' };
});

await server.listen({ port: 0, host: '127.0.0.1' });
console.log(`ready at ${server.listeningOrigin}`);
