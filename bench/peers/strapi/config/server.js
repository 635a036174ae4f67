module.exports = ({ env }) => ({
  host: env('HOST', '127.0.0.1'),
  port: env.int('PORT', 0),
  app: { keys: env.array('APP_KEYS', ['peer-key-1', 'peer-key-2']) },
  logger: { config: { level: 'error' }, startup: { enabled: false }, updates: { enabled: false } },
});
