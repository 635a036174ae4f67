// Loaded before the service (--import): SIGUSR2 then throws like a bug, with sensitive data attached to the error.

const words = process.env['CRASH_WITH'] ?? '';

function mistake(): Error {
  const error = new Error('duplicate key value violates unique constraint "members_email"');
  const details = { code: '23505', detail: `Key (email)=(${words}) already exists.`, where: words, query: words };
  return Object.assign(error, details, { cause: Object.assign(new Error(`550 ${words}`), { responseCode: 550 }) });
}

process.on('SIGUSR2', () => {
  if (process.env['CRASH_BY'] === 'rejection') void Promise.reject(mistake());
  else throw mistake();
});
