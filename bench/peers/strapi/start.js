'use strict';

const { createStrapi } = require('@strapi/strapi');

// As `strapi start` does it, and then says where it listens.
async function main() {
  const strapi = await createStrapi({ appDir: __dirname, distDir: __dirname }).start();
  console.log(`ready at http://127.0.0.1:${strapi.server.httpServer.address().port}`);
}

main();
