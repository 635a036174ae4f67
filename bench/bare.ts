import fastify from 'fastify';

// The comparison for status reads: the same HTTP server with a constant answer of the same size.

const STATUS = {
  externalContractId: 'BENCH-1',
  state: 'opening',
  iban: null,
  paidInAmount: null,
  paidOutTime: null,
  paidOutAmountTenant: null,
  product: null,
  provider: null,
};

const server = fastify();
server.get('/status', async (_request, reply) =>
  reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(STATUS)),
);
await server.listen({ port: 0, host: '127.0.0.1' });
console.log(`ready at ${server.listeningOrigin}`);
// Ends on its own, because the profile is written at the exit.
process.on('SIGINT', () => process.exit());
