import * as z from 'zod';
import { legalFormOfCode, type RegisterEntry, type RegisterStatus } from '../domain/register-check.ts';
import { uidDigits } from '../domain/values/uid.ts';

/**
 * The commercial register. `find` returns null for an unknown company. If the register cannot be reached, it throws; the
 * effect is tried again later.
 */
export type Register = { find: (uid: string) => Promise<RegisterEntry | null> };

type RegisterSettings = {
  /** Where `/api/v1` is, such as `https://www.zefix.admin.ch/ZefixPublicREST`. */
  url: string;
  user: string;
  password: string;
  /** The time limit for the complete answer. */
  timeoutMs?: number;
};

const TIMEOUT_MS = 10_000;
const LARGEST_ANSWER_BYTES = 256 * 1024;

/** A client of Zefix PublicREST, or of a compatible service. */
export function openRegister({ url, user, password, timeoutMs = TIMEOUT_MS }: RegisterSettings): Register {
  const base = url.replace(/\/+$/, '');
  const headers = {
    accept: 'application/json',
    authorization: `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`,
  };
  return {
    find: async (uid) => {
      const digits = uidDigits(uid);
      if (digits === null) throw new Error('The UID is invalid. Validate it before asking the commercial register.');
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        // A redirect could send the UID and the password to another host.
        const response = await fetch(`${base}/api/v1/company/uid/CHE${digits}`, {
          headers,
          redirect: 'manual',
          signal,
        });
        if (response.status !== 200) {
          await response.body?.cancel();
          if (response.status === 404) return null;
          throw new RegisterError(sentenceFor(response.status));
        }
        return readAnswer(await readText(response), digits);
      } catch (error) {
        throw asSentence(error, { isLate: signal.aborted, timeoutMs });
      }
    },
  };
}

/** An error with our own message, unlike those of `fetch`. */
class RegisterError extends Error {}

function sentenceFor(status: number): string {
  if (status === 401 || status === 403) return `The commercial register refused our user and password (${status}).`;
  if (status >= 300 && status < 400)
    return `The commercial register answered with a redirect (${status}), which we do not follow.`;
  return `The commercial register answered with status ${status}.`;
}

function asSentence(error: unknown, { isLate, timeoutMs }: { isLate: boolean; timeoutMs: number }): Error {
  if (error instanceof RegisterError) return error;
  if (isLate) return new Error(`The commercial register did not answer within ${timeoutMs / 1000} seconds.`);
  return new Error('The commercial register cannot be reached.', { cause: error });
}

/** Reads at most the limit, counted after decompression, whatever Content-Length says. */
async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > LARGEST_ANSWER_BYTES) {
      throw new RegisterError(`The commercial register's answer is larger than ${LARGEST_ANSWER_BYTES / 1024} KiB.`);
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** The members of `CompanyFull` that we use. The published description requires none, so the others may be missing. */
const companySchema = z.object({
  name: z.string().min(1),
  uid: z.string(),
  legalSeat: z.string().min(1),
  legalForm: z.object({ uid: z.string() }).nullish(),
  status: z.enum(['ACTIVE', 'BEING_CANCELLED', 'CANCELLED']),
  translation: z.array(z.string()).nullish(),
});
const answerSchema = z.array(companySchema);

type ZefixCompany = z.infer<typeof companySchema>;

function readAnswer(text: string, digits: string): RegisterEntry | null {
  const answer = answerSchema.safeParse(parseJson(text));
  if (!answer.success) {
    const places = answer.error.issues.map(({ path }) => path.join('.') || 'the whole');
    throw new RegisterError(`The commercial register's answer has an unexpected shape: ${places.join(', ')}.`);
  }
  if (answer.data.length === 0) return null;
  const company = mostAlive(answer.data.filter(({ uid }) => uidDigits(uid) === digits));
  if (company === undefined) throw new RegisterError('The commercial register answered with another company.');
  return {
    uid: `CHE-${digits.slice(0, 3)}.${digits.slice(3, 6)}.${digits.slice(6)}`,
    name: company.name,
    otherNames: company.translation ?? [],
    seat: company.legalSeat,
    legalForm: legalFormOfCode(company.legalForm?.uid ?? ''),
    status: STATUSES[company.status],
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RegisterError("The commercial register's answer is not JSON.");
  }
}

/** One UID can have several entries, such as a deleted one from before a move to another canton. */
function mostAlive(companies: readonly ZefixCompany[]): ZefixCompany | undefined {
  return BY_LIFE.map((status) => companies.find((company) => company.status === status)).find(Boolean);
}

const BY_LIFE = ['ACTIVE', 'BEING_CANCELLED', 'CANCELLED'] as const;

const STATUSES: Record<ZefixCompany['status'], RegisterStatus> = {
  ACTIVE: 'active',
  BEING_CANCELLED: 'dissolving',
  CANCELLED: 'deleted',
};
