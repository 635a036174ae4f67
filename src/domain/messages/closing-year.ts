import { addDays, claimYearEnds, tenantMayClaimFrom } from '../closing/claim-year.ts';
import { undisputedOn } from '../closing/tenancy-end.ts';
import { freesOn } from '../closing/year.ts';
import type { Deposit } from '../deposit.ts';
import { productOf } from '../lifecycle/in-force.ts';
import type { Product } from '../product.ts';
import type { Closing } from '../closing/closing.ts';
import { formatDay, swissDay, type Day } from '../values/calendar.ts';
import type { Language } from '../values/language.ts';

type YearWords = {
  heading: string;
  started: string;
  answerUntil: string;
  tenancyEnd: string;
  yearEnds: string;
  ordered: Record<Product, string>;
  mayClaim: Record<Product, string>;
  /** What stops or shortens it. */
  note: Record<Product, string>;
  claimWaits: string;
  end: Record<Closing['end']['state'], (about: { day: string; until: string; tenantDay: string | null }) => string>;
};

/** The year of OR 257e and the end of the tenancy, as both parties see them. */
export const YEAR_WORDS: Record<Language, YearWords> = {
  de: {
    heading: 'Wie es weitergeht',
    started: 'Auflösung vorgeschlagen',
    answerUntil: 'Bis zum Ende dieses Tages kann die Verwaltung zum Ende des Mietverhältnisses Stellung nehmen',
    tenancyEnd: 'Ende des Mietverhältnisses',
    yearEnds: 'Das Jahr nach Art. 257e OR läuft ab',
    ordered: {
      bank_deposit: 'Ohne Einigung wird die Auszahlung automatisch ausgelöst',
      insurance: 'Ohne Einigung verlangen wir von der Versicherung automatisch das Ende der Deckung',
    },
    mayClaim: {
      bank_deposit: 'Ab jetzt kann die Mieterschaft die ganze Mietkaution allein verlangen',
      insurance: 'Ab jetzt kann die Mieterschaft das Ende der Deckung allein verlangen',
    },
    note: {
      bank_deposit:
        'Einigen Sie sich vorher, wird sofort ausbezahlt. Macht die Vermieterschaft ihren Anspruch mit einem Schlichtungsgesuch, einer Klage oder einer Betreibung geltend, wird die Auszahlung angehalten.',
      insurance:
        'Einigen Sie sich vorher, wird das Ende der Deckung sofort verlangt. Macht die Vermieterschaft ihren Anspruch mit einem Schlichtungsgesuch, einer Klage oder einer Betreibung geltend, bleibt die Deckung bestehen.',
    },
    claimWaits:
      'Die Verwaltung hat einen Beleg für einen Anspruch eingereicht. Bis der Betreiber ihn geprüft hat, wird nichts automatisch ausgelöst.',
    end: {
      asked: ({ day, until }) =>
        `Die Mieterschaft nennt den ${day} als Ende des Mietverhältnisses. Ohne Antwort der Verwaltung gilt er ab dem ${until} als unbestritten.`,
      confirmed: ({ day }) => `Das Mietverhältnis endet am ${day}. Die Verwaltung hat den Tag genannt oder bestätigt.`,
      undisputed: ({ day }) => `Das Mietverhältnis endet am ${day}. Der Tag ist unbestritten.`,
      disputed: ({ day, tenantDay }) =>
        tenantDay === null
          ? `Das Ende des Mietverhältnisses ist bestritten. Bis der Betreiber den Tag festgelegt hat, gilt der ${day}, den die Verwaltung genannt hat.`
          : `Das Ende des Mietverhältnisses ist bestritten: Die Mieterschaft nennt den ${tenantDay}, die Verwaltung den ${day}. Bis der Betreiber den Tag festgelegt hat, gilt der Tag der Verwaltung.`,
      settled: ({ day }) =>
        `Das Mietverhältnis endet am ${day}. Der Betreiber hat den Tag anhand von Belegen festgelegt.`,
    },
  },
  fr: {
    heading: 'La suite',
    started: 'Libération proposée',
    answerUntil: 'Jusqu’à la fin de ce jour, la gérance peut se prononcer sur la fin du bail',
    tenancyEnd: 'Fin du bail',
    yearEnds: 'L’année prévue à l’art. 257e CO arrive à échéance',
    ordered: {
      bank_deposit: 'Sans accord, le virement est ordonné automatiquement',
      insurance: 'Sans accord, nous demandons automatiquement à l’assurance la fin de la couverture',
    },
    mayClaim: {
      bank_deposit: 'Dès lors, les locataires peuvent exiger seuls la totalité de la garantie',
      insurance: 'Dès lors, les locataires peuvent demander seuls la fin de la couverture',
    },
    note: {
      bank_deposit:
        'Si vous vous mettez d’accord avant, le virement est ordonné aussitôt. Si le bailleur fait valoir sa prétention par une requête en conciliation, une demande en justice ou une poursuite, le virement est suspendu.',
      insurance:
        'Si vous vous mettez d’accord avant, la fin de la couverture est demandée aussitôt. Si le bailleur fait valoir sa prétention par une requête en conciliation, une demande en justice ou une poursuite, la couverture subsiste.',
    },
    claimWaits:
      'La gérance a remis le justificatif d’une prétention. Rien n’est déclenché automatiquement avant que l’exploitant l’ait examiné.',
    end: {
      asked: ({ day, until }) =>
        `Les locataires indiquent le ${day} comme fin du bail. Sans réponse de la gérance, cette date est réputée incontestée dès le ${until}.`,
      confirmed: ({ day }) => `Le bail prend fin le ${day}. La gérance a indiqué ou confirmé cette date.`,
      undisputed: ({ day }) => `Le bail prend fin le ${day}. Cette date est incontestée.`,
      disputed: ({ day, tenantDay }) =>
        tenantDay === null
          ? `La fin du bail est contestée. Jusqu’à ce que l’exploitant ait fixé la date, c’est le ${day}, indiqué par la gérance, qui fait foi.`
          : `La fin du bail est contestée\u00a0: les locataires indiquent le ${tenantDay}, la gérance le ${day}. Jusqu’à ce que l’exploitant ait fixé la date, celle de la gérance fait foi.`,
      settled: ({ day }) => `Le bail prend fin le ${day}. L’exploitant a fixé cette date sur la base de justificatifs.`,
    },
  },
  it: {
    heading: 'Come si prosegue',
    started: 'Liberazione proposta',
    answerUntil: 'Fino alla fine di questo giorno l’amministrazione può pronunciarsi sulla fine della locazione',
    tenancyEnd: 'Fine della locazione',
    yearEnds: 'Scade l’anno previsto dall’art. 257e CO',
    ordered: {
      bank_deposit: 'Senza accordo, il pagamento è disposto automaticamente',
      insurance: 'Senza accordo, chiediamo automaticamente all’assicurazione la fine della copertura',
    },
    mayClaim: {
      bank_deposit: 'Da questo giorno gli inquilini possono chiedere da soli l’intero deposito',
      insurance: 'Da questo giorno gli inquilini possono chiedere da soli la fine della copertura',
    },
    note: {
      bank_deposit:
        'Se vi accordate prima, il pagamento è disposto subito. Se il locatore fa valere la sua pretesa con un’istanza di conciliazione, un’azione giudiziaria o un’esecuzione, il pagamento è sospeso.',
      insurance:
        'Se vi accordate prima, la fine della copertura è chiesta subito. Se il locatore fa valere la sua pretesa con un’istanza di conciliazione, un’azione giudiziaria o un’esecuzione, la copertura rimane.',
    },
    claimWaits:
      'L’amministrazione ha presentato il documento di una pretesa. Finché il gestore non lo avrà esaminato, nulla viene disposto automaticamente.',
    end: {
      asked: ({ day, until }) =>
        `Gli inquilini indicano il ${day} come fine della locazione. Senza risposta dell’amministrazione, dal ${until} è considerato incontestato.`,
      confirmed: ({ day }) => `La locazione termina il ${day}. L’amministrazione ha indicato o confermato il giorno.`,
      undisputed: ({ day }) => `La locazione termina il ${day}. Il giorno è incontestato.`,
      disputed: ({ day, tenantDay }) =>
        tenantDay === null
          ? `La fine della locazione è contestata. Finché il gestore non avrà stabilito il giorno, vale il ${day} indicato dall’amministrazione.`
          : `La fine della locazione è contestata: gli inquilini indicano il ${tenantDay}, l’amministrazione il ${day}. Finché il gestore non avrà stabilito il giorno, vale quello dell’amministrazione.`,
      settled: ({ day }) => `La locazione termina il ${day}. Il gestore ha stabilito il giorno in base a documenti.`,
    },
  },
  en: {
    heading: 'What happens next',
    started: 'Closing proposed',
    answerUntil: 'Until the end of this day the property management can answer about the end of the tenancy',
    tenancyEnd: 'End of the tenancy',
    yearEnds: 'The year of Art. 257e CO ends',
    ordered: {
      bank_deposit: 'Without an agreement, the payout is ordered automatically',
      insurance: 'Without an agreement, we automatically ask the insurer to end the cover',
    },
    mayClaim: {
      bank_deposit: 'From now on the tenants can claim the whole deposit alone',
      insurance: 'From now on the tenants can demand the end of the cover alone',
    },
    note: {
      bank_deposit:
        'If you agree before, it is paid out at once. If the landlord asserts a claim with a conciliation request, in court or by debt enforcement, the payout is stopped.',
      insurance:
        'If you agree before, the end of the cover is asked for at once. If the landlord asserts a claim with a conciliation request, in court or by debt enforcement, the cover stays.',
    },
    claimWaits:
      'The property management has uploaded proof of a claim. Nothing is ordered automatically until the operator has checked it.',
    end: {
      asked: ({ day, until }) =>
        `The tenants give ${day} as the end of the tenancy. Without an answer of the property management, it counts as undisputed from ${until} on.`,
      confirmed: ({ day }) => `The tenancy ends on ${day}. The property management has named or confirmed the day.`,
      undisputed: ({ day }) => `The tenancy ends on ${day}. The day is undisputed.`,
      disputed: ({ day, tenantDay }) =>
        tenantDay === null
          ? `The end of the tenancy is disputed. Until the operator has settled the day, ${day} counts, which the property management has named.`
          : `The end of the tenancy is disputed: the tenants say ${tenantDay}, the property management says ${day}. Until the operator has settled the day, the property management’s day counts.`,
      settled: ({ day }) => `The tenancy ends on ${day}. The operator has settled the day with evidence.`,
    },
  },
};

/** The end of the tenancy in one sentence or two. */
export function endInWords(closing: Closing, language: Language): string {
  const { state, tenantDay } = closing.end;
  return YEAR_WORDS[language].end[state]({
    day: formatDay(closing.tenancyEnd),
    until: formatDay(undisputedOn(closing)),
    tenantDay: tenantDay === null ? null : formatDay(tenantDay),
  });
}

/** What happens when, in the order of the days. Null: a claim is recorded, or the payout is ordered or noted. */
export function yearSteps(deposit: Deposit, language: Language): { day: Day; text: string }[] | null {
  const { closing, legalClaim } = deposit;
  if (closing === null || closing.release !== null || closing.noted !== null || legalClaim !== null) return null;
  const words = YEAR_WORDS[language];
  const product = productOf(deposit);
  const frees = freesOn(closing);
  const steps = [
    { day: swissDay(closing.startedAt), text: words.started },
    ...(closing.end.state === 'asked' ? [{ day: addDays(undisputedOn(closing), -1), text: words.answerUntil }] : []),
    { day: closing.tenancyEnd, text: words.tenancyEnd },
    { day: claimYearEnds(closing.tenancyEnd), text: words.yearEnds },
    frees === null
      ? { day: tenantMayClaimFrom(closing.tenancyEnd), text: words.mayClaim[product] }
      : { day: frees, text: words.ordered[product] },
  ];
  return steps.toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0));
}
