import { commandsFor } from './cli/areas.ts';
import { ofProcess } from './cli/process.ts';
import { runCommandLine } from './cli/run.ts';
import { ConfigError, readConfig, type Config } from './config.ts';
import { EnvFileError, useEnvFile } from './env-file.ts';
import { CannotStart } from './storage/database/cannot-start.ts';

// bin/depono: passes in what only the top layer may create.

let config: Config | null = null;
let envFault: CannotStart | null = null;
try {
  useEnvFile(process.env);
} catch (error) {
  if (!(error instanceof EnvFileError)) throw error;
  envFault = new CannotStart(error.message);
}

const args = process.argv.slice(2);
process.exitCode = await runCommandLine(
  await commandsFor(args),
  args,
  ofProcess({
    settings: () => {
      if (envFault !== null) throw envFault;
      try {
        return (config ??= readConfig(process.env));
      } catch (error) {
        throw error instanceof ConfigError ? new CannotStart(error.message) : error;
      }
    },
    services: async (settings, database) => (await import('./services.ts')).createServices(settings, database),
    // The service handles its own signals and errors.
    serve: async () => {
      await import('./main.ts');
      return 0;
    },
  }),
);
