import type { Language } from '../../domain/values/language.ts';

type Texts = Record<Language, string>;
type Rule = { says: Texts; source: Texts };
type CantonRules = { canton: Texts; rules: readonly Rule[] };

/**
 * What cantonal law adds to OR 257e, rule by rule with its source, as read in November 2026. Only what was read in the law
 * itself is here. A canton that is not listed has no rule that we know of.
 */
export const CANTONS: readonly CantonRules[] = [
  {
    canton: { de: 'Genf', fr: 'Genève', it: 'Ginevra', en: 'Geneva' },
    rules: [
      {
        says: {
          de: 'Bei Wohnräumen höchstens drei Monatsmietzinse.',
          fr: 'Pour les locaux d’habitation, trois loyers mensuels au maximum.',
          it: 'Per i locali d’abitazione, al massimo tre pigioni mensili.',
          en: 'For homes, at most three monthly rents.',
        },
        source: same('LGFL (RS/GE I 4 10), art. 2'),
      },
      {
        says: {
          de: 'Die Mieterschaft wählt die Bank. Auf ihr Verlangen ist bei Wohnräumen auch eine einfache Bürgschaft erlaubt.',
          fr: 'Le locataire choisit la banque. À sa demande, un cautionnement simple est aussi autorisé pour l’habitation.',
          it: 'L’inquilino sceglie la banca. Su sua richiesta, per l’abitazione è ammessa anche una fideiussione semplice.',
          en: 'The tenant chooses the bank. At the tenant’s request, a simple surety is allowed for homes, too.',
        },
        source: same('LGFL (RS/GE I 4 10), art. 1'),
      },
      {
        says: {
          de: 'Wer als Vermieterschaft Geld entgegennimmt, hinterlegt es innert 10 Tagen.',
          fr: 'Le bailleur qui reçoit de l’argent le dépose dans les 10 jours.',
          it: 'Il locatore che riceve denaro lo deposita entro 10 giorni.',
          en: 'A landlord who receives money deposits it within 10 days.',
        },
        source: same('LGFL (RS/GE I 4 10), art. 3'),
      },
      {
        says: {
          de: 'Ausbezahlt wird mit beiden Unterschriften oder nach einem Gerichtsentscheid.',
          fr: 'Le retrait exige les deux signatures ou une décision judiciaire.',
          it: 'Il prelievo richiede le due firme o una decisione giudiziaria.',
          en: 'Paid out with both signatures, or by a decision of a court.',
        },
        source: same('LGFL (RS/GE I 4 10), art. 4'),
      },
    ],
  },
  {
    canton: { de: 'Waadt', fr: 'Vaud', it: 'Vaud', en: 'Vaud' },
    rules: [
      {
        says: {
          de: 'Wer als Vermieterschaft Geld entgegennimmt, hinterlegt es innert 10 Tagen auf den Namen der Mieterschaft bei einer Bank mit Sitz oder Agentur im Kanton, oder bei einem vom Departement zugelassenen Institut.',
          fr: 'Le bailleur qui reçoit des espèces les dépose dans les 10 jours, au nom du locataire, dans une banque ayant son siège ou une agence dans le canton, ou dans un établissement autorisé par le département.',
          it: 'Il locatore che riceve contanti li deposita entro 10 giorni, a nome dell’inquilino, presso una banca con sede o agenzia nel Cantone, o presso un istituto autorizzato dal dipartimento.',
          en: 'A landlord who receives money deposits it within 10 days, in the tenant’s name, at a bank with its seat or a branch in the canton, or at an institution admitted by the department.',
        },
        source: same('LGBL (BLV 221.307), art. 1'),
      },
    ],
  },
];

function same(text: string): Texts {
  return { de: text, fr: text, it: text, en: text };
}

type HelpWords = {
  title: string;
  link: string;
  federal: string;
  federalRules: readonly string[];
  cantons: string;
  means: string;
  columns: Record<'canton' | 'rule' | 'source', string>;
  asOf: string;
};

export const HELP_WORDS: Record<Language, HelpWords> = {
  de: {
    title: 'Kantonale Besonderheiten',
    link: 'Kantonale Besonderheiten',
    federal: 'In der ganzen Schweiz: Art. 257e OR',
    federalRules: [
      'Geld oder Wertpapiere liegen bei einer Bank auf einem Konto oder Depot, das auf den Namen der Mieterschaft lautet (Abs. 1).',
      'Bei Wohnräumen höchstens drei Monatsmietzinse (Abs. 2). Depono kennt den Mietzins nicht und rechnet das nicht nach.',
      'Die Bank zahlt aus, wenn beide Seiten zustimmen, oder nach rechtskräftigem Zahlungsbefehl oder Urteil. Hat die Vermieterschaft innert eines Jahres nach Ende des Mietverhältnisses keinen Anspruch rechtlich geltend gemacht, so kann die Mieterschaft die Sicherheit zurückverlangen (Abs. 3).',
      'Die Kantone können ergänzende Bestimmungen erlassen (Abs. 4).',
    ],
    cantons: 'Was Kantone ergänzen',
    means: 'Für Kantone, die hier fehlen, ist uns keine Ergänzung bekannt; es gilt Art. 257e OR.',
    columns: { canton: 'Kanton', rule: 'Regel', source: 'Quelle' },
    asOf: 'Stand: November 2026. Diese Übersicht ersetzt keine Rechtsberatung; es gilt der Gesetzestext.',
  },
  fr: {
    title: 'Particularités cantonales',
    link: 'Particularités cantonales',
    federal: 'Dans toute la Suisse\u00a0: art. 257e CO',
    federalRules: [
      'L’argent ou les papiers-valeurs sont déposés dans une banque, sur un compte ou un dépôt au nom du locataire (al. 1).',
      'Pour les habitations, trois mois de loyer au maximum (al. 2). Depono ne connaît pas le loyer et ne le vérifie pas.',
      'La banque paie si les deux parties sont d’accord, ou sur la base d’un commandement de payer ou d’un jugement exécutoire. Si, un an après la fin du bail, le bailleur n’a fait valoir aucune prétention en justice ou par voie de poursuite, le locataire peut demander la restitution (al. 3).',
      'Les cantons peuvent édicter des dispositions complémentaires (al. 4).',
    ],
    cantons: 'Ce que des cantons ajoutent',
    means:
      'Pour les cantons qui ne figurent pas ici, nous ne connaissons aucun complément\u00a0; l’art. 257e CO s’applique.',
    columns: { canton: 'Canton', rule: 'Règle', source: 'Source' },
    asOf: 'État\u00a0: novembre 2026. Cet aperçu ne remplace pas un conseil juridique\u00a0; le texte de loi fait foi.',
  },
  it: {
    title: 'Particolarità cantonali',
    link: 'Particolarità cantonali',
    federal: 'In tutta la Svizzera: art. 257e CO',
    federalRules: [
      'Denaro o titoli sono depositati presso una banca, su un conto o un deposito intestato all’inquilino (cpv. 1).',
      'Per le abitazioni, al massimo tre pigioni mensili (cpv. 2). Depono non conosce la pigione e non la verifica.',
      'La banca paga se le due parti sono d’accordo, oppure in base a un precetto esecutivo o a una sentenza passati in giudicato. Se entro un anno dalla fine della locazione il locatore non ha fatto valere pretese in giudizio o in via esecutiva, l’inquilino può chiedere la restituzione (cpv. 3).',
      'I Cantoni possono emanare disposizioni completive (cpv. 4).',
    ],
    cantons: 'Che cosa aggiungono i Cantoni',
    means: 'Per i Cantoni che non figurano qui non conosciamo complementi; vale l’art. 257e CO.',
    columns: { canton: 'Cantone', rule: 'Regola', source: 'Fonte' },
    asOf: 'Stato: novembre 2026. Questa panoramica non sostituisce una consulenza legale; fa fede il testo di legge.',
  },
  en: {
    title: 'Cantonal particularities',
    link: 'Cantonal particularities',
    federal: 'In all of Switzerland: OR 257e',
    federalRules: [
      'Money or securities are at a bank, in an account in the tenant’s name (para. 1).',
      'For homes, at most three monthly rents (para. 2). Depono does not know the rent and does not check this.',
      'The bank pays out if both parties agree, or by a final payment order or judgment. If the landlord has asserted no claim in court or by debt enforcement within a year after the end of the tenancy, the tenant can demand the deposit (para. 3).',
      'Cantons can add provisions (para. 4).',
    ],
    cantons: 'What cantons add',
    means: 'For cantons that are not listed we know of no addition; OR 257e applies.',
    columns: { canton: 'Canton', rule: 'Rule', source: 'Source' },
    asOf: 'As of November 2026. This overview is no legal advice; the text of the law counts.',
  },
};
