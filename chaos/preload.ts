// Loaded into each process of a run before the service.
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** Shifts the clock of this process, like a machine with a wrong time. */
const skewMs = Number(process.env['CHAOS_SKEW_MS'] ?? 0);

if (skewMs !== 0) {
  const RealDate = Date;
  const now = (): number => RealDate.now() + skewMs;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [now()] : args, made) as object,
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
  });
  // Ids begin with the time, which Node takes from a clock that cannot be shifted.
  const realId = crypto.randomUUIDv7;
  crypto.randomUUIDv7 = (options) => {
    const time = now().toString(16).padStart(12, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}${realId(options).slice(13)}` as ReturnType<typeof realId>;
  };
  syncBuiltinESMExports();
}

// No process outlives the run.
process.once('disconnect', () => process.exit(1));
process.channel?.unref();
