import { banner } from './banner.ts';
import { ConfigError, readConfig } from './config.ts';
import { startDepono } from './depono.ts';
import { DataFolderInUse } from './storage/embedded/server.ts';

try {
  const config = readConfig(process.env);
  const depono = await startDepono(config);
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // Ctrl-C may arrive twice: from the terminal, and passed on by the process that started us.
      if (isStopping) return;
      isStopping = true;
      void depono.stop().then(() => process.exit(0));
    });
  }
  console.log(banner(config, depono));
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}

function explain(error: unknown): string {
  if (error instanceof ConfigError) return `Depono cannot start with these settings:\n${error.message}`;
  if (error instanceof DataFolderInUse) return error.message;
  const { code, message, stack } = error as { code?: string; message: string; stack?: string };
  if (code === 'EADDRINUSE') return 'The port is taken by another program. Choose another one: PORT=8081 npm start';
  if (code === 'EACCES') return `Depono may not do this: ${message}`;
  if (code === 'ECONNREFUSED') return `The database does not answer: ${message}. Is DATABASE_URL right?`;
  return stack ?? message;
}
