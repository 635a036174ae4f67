import type { FastifyInstance, FastifyRequest } from 'fastify';
import { uidDigits } from '../domain/values/uid.ts';
import { pageFor } from '../web/access.ts';
import { isTokenPassword } from '../web/bearer.ts';

export const SIMULATED_REGISTER_USER = 'sandbox';

/**
 * The simulated commercial register of the test environment: answers like Zefix PublicREST, for fictitious companies.
 */
export function simulatedRegister(server: FastifyInstance, { password }: { password: string }): void {
  server.get<{ Params: { id: string } }>(
    '/sandbox/register/api/v1/company/uid/:id',
    pageFor('register_password'),
    async (request, reply) => {
      if (userOf(request) !== SIMULATED_REGISTER_USER || !isTokenPassword(request, password)) {
        return reply.code(401).header('www-authenticate', 'Basic realm="ZefixPublicREST"').send();
      }
      const digits = uidDigits(request.params.id);
      const found = SIMULATED_COMPANIES.filter(({ uid }) => uidDigits(uid) === digits);
      if (found.length > 0) return reply.send(found.map(companyFull));
      return reply.code(404).send({ error: { type: 'NOT_FOUND', message: 'No company with this UID' } });
    },
  );
}

function userOf(request: FastifyRequest): string | undefined {
  const encoded = (request.headers.authorization ?? '').replace(/^Basic +/i, '');
  return Buffer.from(encoded, 'base64').toString('utf8').split(':')[0];
}

type SimulatedCompany = {
  uid: string;
  name: string;
  translation: readonly string[];
  form: keyof typeof FORMS;
  seat: keyof typeof SEATS;
  status: 'ACTIVE' | 'BEING_CANCELLED' | 'CANCELLED';
};

/** Each comment says how the entry differs from a call for Muster AG, an `ag` with its seat in Zürich. */
export const SIMULATED_COMPANIES: readonly SimulatedCompany[] = [
  // Nothing differs: the company of our examples.
  company({ uid: 'CHE-109.322.551' }),
  // The name differs.
  company({ uid: 'CHE-999.000.002', name: 'Beispiel Handel AG' }),
  // The seat differs.
  company({ uid: 'CHE-999.000.019', seat: 'Winterthur' }),
  // The company has been deleted.
  company({ uid: 'CHE-999.000.025', status: 'CANCELLED' }),
  // The company is being dissolved. The suffix that the register adds does not count as another name.
  company({ uid: 'CHE-999.000.031', name: 'Muster AG in Liquidation', status: 'BEING_CANCELLED' }),
  // The legal form differs. The name does not: its suffix is the legal form.
  company({ uid: 'CHE-999.000.048', name: 'Muster GmbH', form: '0107' }),
  // In French, for an `ag` of Genève: its German and Italian names and "Genf" match too.
  company({
    uid: 'CHE-999.000.054',
    name: 'Exemple Immobilier SA',
    translation: ['Beispiel Immobilien AG', 'Esempio Immobiliare SA'],
    seat: 'Genève',
  }),
  // In Italian, for a `gmbh` of Lugano: its German and French names match too.
  company({
    uid: 'CHE-999.000.060',
    name: 'Esempio Costruzioni Sagl',
    translation: ['Beispiel Bau GmbH', 'Exemple Construction Sàrl'],
    form: '0107',
    seat: 'Lugano',
  }),
  // A legal form the API does not know: a branch has its own UID and is not an `ag`.
  company({ uid: 'CHE-999.000.077', name: 'Muster AG', form: '0151' }),
];

function company(own: Pick<SimulatedCompany, 'uid'> & Partial<SimulatedCompany>): SimulatedCompany {
  return { name: 'Muster AG', translation: [], form: '0106', seat: 'Zürich', status: 'ACTIVE', ...own };
}

/** All members of Zefix's `CompanyFull`, in its order, with the lists of other companies empty. */
function companyFull({ uid, name, translation, form, seat, status }: SimulatedCompany) {
  const digits = uidDigits(uid) ?? '';
  const ehraid = Number(digits.slice(2));
  const { legalSeatId, registryOfCommerceId, canton, swissZipCode } = SEATS[seat];
  const sogcDate = '2024-01-15';
  return {
    name,
    ehraid,
    uid: `CHE${digits}`,
    chid: `CH0${digits}0`,
    legalSeatId,
    legalSeat: seat,
    registryOfCommerceId,
    legalForm: { uid: form, ...FORMS[form] },
    status,
    sogcDate,
    deletionDate: status === 'CANCELLED' ? sogcDate : null,
    translation,
    purpose: 'A company of the test environment.',
    sogcPub: [],
    address: {
      organisation: name,
      careOf: null,
      street: 'Musterstrasse',
      houseNumber: '1',
      addon: null,
      poBox: null,
      city: seat,
      swissZipCode,
    },
    canton,
    capitalNominal: form === '0106' ? '100000.00' : '20000.00',
    capitalCurrency: 'CHF',
    headOffices: [],
    furtherHeadOffices: [],
    branchOffices: [],
    hasTakenOver: [],
    wasTakenOverBy: [],
    auditCompanies: [],
    oldNames: [],
    cantonalExcerptWeb: null,
    zefixDetailWeb: null,
  };
}

/** By the codes of eCH-0097; `id` is Zefix's own. */
const FORMS = {
  '0106': {
    id: 3,
    name: { de: 'Aktiengesellschaft', fr: 'Société anonyme', it: 'Società anonima', en: 'Corporation' },
    shortName: { de: 'AG', fr: 'SA', it: 'SA', en: 'Ltd' },
  },
  '0107': {
    id: 4,
    name: {
      de: 'Gesellschaft mit beschränkter Haftung',
      fr: 'Société à responsabilité limitée',
      it: 'Società a garanzia limitata',
      en: 'Limited liability company',
    },
    shortName: { de: 'GmbH', fr: 'Sàrl', it: 'Sagl', en: 'LLC' },
  },
  '0151': {
    id: 9,
    name: { de: 'Zweigniederlassung', fr: 'Succursale', it: 'Succursale', en: 'Branch' },
    shortName: { de: 'ZN', fr: 'succ.', it: 'succ.', en: 'branch' },
  },
} as const;

/** The commune's number, the register office's number, the canton and a postcode. */
const SEATS = {
  Zürich: { legalSeatId: 261, registryOfCommerceId: 20, canton: 'ZH', swissZipCode: '8001' },
  Winterthur: { legalSeatId: 230, registryOfCommerceId: 20, canton: 'ZH', swissZipCode: '8400' },
  Genève: { legalSeatId: 6621, registryOfCommerceId: 660, canton: 'GE', swissZipCode: '1204' },
  Lugano: { legalSeatId: 5192, registryOfCommerceId: 501, canton: 'TI', swissZipCode: '6900' },
} as const;
