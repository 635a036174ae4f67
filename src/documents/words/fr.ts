import { formatDay, swissDay } from '../../domain/values/calendar.ts';
import type { Words } from './words.ts';

export const fr: Words = {
  titles: {
    payment_slip: 'Versement de votre garantie de loyer',
    pay_in: 'Confirmation du versement',
    pay_out: 'Confirmation de la libération',
    withdrawal: 'Confirmation d’annulation',
    certificate: 'Certificat d’assurance',
    agreement: 'Convention de garantie de loyer',
    year_statement: 'Aperçu du compte',
  },
  footer: ({ externalContractId, at }) => `Contrat ${externalContractId}  ·  ${formatDay(swissDay(new Date(at)))}`,
  contract: 'Contrat',
  property: 'Objet loué',
  tenants: (count) => (count > 1 ? 'Locataires' : 'Locataire'),
  deposit: 'Garantie de loyer',
  owner: 'Bailleur',
  iban: 'Compte (IBAN)',
  slip: {
    please:
      'Le compte de votre garantie de loyer est ouvert. Veuillez verser le montant au moyen du bulletin de versement ci-dessous.',
    toPay: 'Montant à verser',
    reference: 'Référence',
    yours:
      'Le compte est ouvert à votre nom. Il n’est libéré qu’avec l’accord des deux parties ou selon l’art. 257e CO.',
    message: 'Garantie de loyer, contrat',
    alt: ({ amount, iban, reference }) =>
      `Bulletin de versement avec Swiss QR Code\u00a0: CHF ${amount} sur le compte ${iban}, référence ${reference}`,
  },
  payIn: {
    confirmed: (day) => `La garantie de loyer suivante est entièrement versée et en vigueur depuis le ${day}.`,
    payments: 'Versements',
    law: 'La banque ne peut restituer la garantie qu’avec l’accord des deux parties ou sur la base d’un commandement de payer non frappé d’opposition ou d’un jugement exécutoire. Si le bailleur ne fait valoir aucune prétention en justice ou par voie de poursuite dans l’année qui suit la fin du bail, les locataires peuvent exiger la restitution de la garantie (art. 257e al. 3 CO).',
  },
  payOut: {
    confirmed: (day) => `La garantie de loyer suivante a été libérée et virée le ${day}. Le compte est clôturé.`,
    ground: 'Base légale',
    grounds: {
      consent: 'Accord des deux parties',
      judgment: 'Jugement exécutoire',
      payment_order: 'Commandement de payer non frappé d’opposition',
      year: 'Aucune prétention dans l’année qui suit la fin du bail (art. 257e al. 3 CO)',
    },
    held: 'Avoir',
    items: {
      deposit: 'Garantie de loyer',
      interest: 'Intérêts',
      charges: 'Frais bancaires',
      withholdingTax: 'Impôt anticipé',
      surplus: 'Versé en trop',
      total: 'Avoir lors de la libération',
    },
    payouts: 'Virements',
    to: { tenant: (count) => (count === 1 ? 'Au locataire' : 'Aux locataires'), landlord: 'Au bailleur' },
    tenancyEnd: 'Fin du bail',
  },
  yearStatement: {
    lead: (day) =>
      `Voici l’état du compte de votre garantie de loyer au ${day}. La date de comptabilisation de la banque fait foi.`,
    summary: 'Récapitulatif',
    balance: (day) => `Solde au ${day}`,
    paidIn: 'Versements',
    interest: 'Intérêts',
    charges: 'Frais bancaires',
    withholdingTax: 'Impôt anticipé',
    paidOut: 'Virements et remboursements',
    movements: (year) => `Écritures ${year}`,
    kinds: {
      payment: 'Versement',
      payment_reversed: 'Versement annulé par la banque',
      interest: 'Intérêts',
      charge: 'Frais bancaires',
      withholding_tax: 'Impôt anticipé',
      payback: 'Remboursement',
      payout_tenant: 'Virement aux locataires',
      payout_landlord: 'Virement au bailleur',
      returned: 'Paiement retourné par la banque du bénéficiaire',
    },
    taxes:
      'Pour les impôts, l’attestation d’intérêts et de capital de la banque fait foi, et non cet aperçu. Le compte est ouvert au nom du locataire principal.',
  },
  holdings: {
    title: 'Confirmation de soldes',
    lead: (day, service) => `${service} confirme les avoirs sur les comptes de garantie de loyer à la fin du ${day}.`,
    organization: 'Organisation',
    day: 'Date de référence',
    count: 'Garanties de loyer avec avoir',
    total: 'Total',
    each: 'Avoir par garantie de loyer',
    columns: {
      contract: 'Contrat',
      tenants: 'Locataires',
      property: 'Objet loué',
      account: 'Compte (IBAN)',
      amount: 'Montant (CHF)',
    },
    computing: 'Calcul',
    computed:
      'Somme de toutes les écritures de la banque jusqu’à la date de référence comprise, selon la date de comptabilisation. Un montant dont le virement est ordonné, mais pas encore exécuté par la banque, compte comme avoir. Les garanties sans avoir et les assurances de garantie ne figurent pas dans la liste. Chaque compte est ouvert au nom du locataire principal (art. 257e CO).',
    making: 'Établie',
    made: (moment, service) => `${moment}, d’après la comptabilité de ${service}`,
    footer: (organization, day) => `Confirmation de soldes ${organization}  ·  ${day}`,
  },
  certificate: {
    confirmed: (day) => `La garantie de loyer suivante est couverte par une assurance de garantie dès le ${day}.`,
    insurer: 'Assurance',
    policy: 'Police',
    from: 'Couverture dès le',
    sum: 'Somme assurée',
    premium: 'Prime',
    perYear: (amount) => `CHF ${amount} par an, droit de timbre compris`,
    tenancy: 'Bail',
    cover:
      'L’assurance répond envers le bailleur, jusqu’à la somme assurée, des créances découlant du bail. Elle réclame aux locataires ce qu’elle a versé. La couverture prend fin lorsque l’assurance en confirme la fin.',
  },
  withdrawal: {
    confirmed: (day) =>
      `La garantie de loyer suivante a été annulée le ${day}, avant son entrée en vigueur. Plus aucun paiement n’est dû.`,
    paidBack: (amount) => `Le montant déjà versé, CHF ${amount}, sera remboursé sur le compte dont il provient.`,
  },
  agreement: {
    between: (organization) =>
      `${organization}, au nom du bailleur, et les locataires conviennent d’une garantie pour le bail suivant.`,
    product: 'Forme de la garantie',
    products: { bank_deposit: 'Dépôt bancaire', insurance: 'Assurance de garantie' },
    openProduct: 'Dépôt bancaire ou assurance de garantie, au choix des locataires',
    withProduct: { bank_deposit: 'En cas de dépôt bancaire', insurance: 'En cas d’assurance de garantie' },
    rentalStart: 'Début du bail',
    terms: ({ product, investmentAllowed }) =>
      product === 'insurance'
        ? [
            'La garantie est fournie par une assurance. Elle entre en vigueur dès que l’assureur confirme la couverture.',
          ]
        : [
            'La garantie est versée sur un compte ouvert au nom du locataire principal. Elle entre en vigueur dès réception du montant total.',
            'Sa restitution est régie par l’art. 257e CO. Les intérêts reviennent aux locataires.',
            investmentAllowed ? 'L’avoir peut être placé.' : 'L’avoir ne peut pas être placé.',
          ],
    actsForAll: (main) =>
      `Le locataire principal est ${main}, qui agit pour tous les locataires lors de la libération de la garantie.`,
    signatures: 'Signatures',
    forManagement: 'Pour la gérance',
    byService: (moment, service) => `Signature donnée d’avance, apposée par ${service}\n${moment}`,
    tenant: 'Locataire',
    draft: 'Projet pour lecture. Ce document ne porte encore aucune signature des locataires.',
    hash: 'Empreinte (SHA-256)',
  },
};
