// The benchmark calls the content API alone: the pages of the admin panel are neither built nor served.
module.exports = ({ env }) => ({
  serveAdminPanel: false,
  auth: { secret: env('ADMIN_JWT_SECRET', 'peer-admin-secret') },
  apiToken: { salt: env('API_TOKEN_SALT', 'peer-api-token-salt') },
  transfer: { token: { salt: env('TRANSFER_TOKEN_SALT', 'peer-transfer-salt') } },
});
