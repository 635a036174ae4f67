import { formatDay, swissDay } from '../../domain/values/calendar.ts';
import type { Words } from './words.ts';

export const en: Words = {
  titles: {
    payment_slip: 'Paying in your rental deposit',
    pay_in: 'Confirmation of payment',
    pay_out: 'Confirmation of payout',
    withdrawal: 'Confirmation of cancellation',
    certificate: 'Insurance certificate',
    agreement: 'Rental deposit agreement',
    year_statement: 'Account overview',
  },
  footer: ({ externalContractId, at }) => `Contract ${externalContractId}  ·  ${formatDay(swissDay(new Date(at)))}`,
  contract: 'Contract',
  property: 'Property',
  tenants: (count) => (count > 1 ? 'Tenants' : 'Tenant'),
  deposit: 'Rental deposit',
  owner: 'Landlord',
  iban: 'Account (IBAN)',
  slip: {
    please: 'The account for your rental deposit is open. Please pay in the amount with the payment slip below.',
    toPay: 'Amount to pay',
    reference: 'Reference',
    yours:
      'The account is in your name. It is paid out only with the consent of both parties, or as Art. 257e CO provides.',
    message: 'Rental deposit, contract',
    alt: ({ amount, iban, reference }) =>
      `Payment slip with Swiss QR Code: CHF ${amount} to the account ${iban}, reference ${reference}`,
  },
  payIn: {
    confirmed: (day) => `The following rental deposit was paid in full and came into force on ${day}.`,
    payments: 'Payments',
    law: 'The bank may release the security only with the consent of both parties, or on the basis of a final payment order or a final court judgment. If the landlord asserts no claim in court or by debt enforcement within one year of the end of the tenancy, the tenants may demand it back (Art. 257e para. 3 CO).',
  },
  payOut: {
    confirmed: (day) => `The following rental deposit was paid out on ${day}. The account is closed.`,
    ground: 'Legal basis',
    grounds: {
      consent: 'Consent of both parties',
      judgment: 'Final decision',
      payment_order: 'Final payment order',
      year: 'No claim within one year of the end of the tenancy (Art. 257e para. 3 CO)',
    },
    held: 'Balance',
    items: {
      deposit: 'Rental deposit',
      interest: 'Interest',
      charges: 'Bank charges',
      withholdingTax: 'Withholding tax',
      surplus: 'Paid in excess',
      total: 'Balance at the payout',
    },
    payouts: 'Payouts',
    to: { tenant: (count) => (count === 1 ? 'To the tenant' : 'To the tenants'), landlord: 'To the landlord' },
    tenancyEnd: 'End of the tenancy',
  },
  yearStatement: {
    lead: (day) => `This was the balance of your rental deposit account on ${day}, by the bank’s booking date.`,
    summary: 'Summary',
    balance: (day) => `Balance on ${day}`,
    paidIn: 'Payments',
    interest: 'Interest',
    charges: 'Bank charges',
    withholdingTax: 'Withholding tax',
    paidOut: 'Payouts and paybacks',
    movements: (year) => `Bookings ${year}`,
    kinds: {
      payment: 'Payment',
      payment_reversed: 'Payment reversed by the bank',
      interest: 'Interest',
      charge: 'Bank charges',
      withholding_tax: 'Withholding tax',
      payback: 'Payback',
      payout_tenant: 'Payout to the tenants',
      payout_landlord: 'Payout to the landlord',
      returned: 'Payment returned by the recipient’s bank',
    },
    taxes:
      'For taxes the bank’s own certificate of interest and capital counts, not this overview. The account is in the name of the main tenant.',
  },
  holdings: {
    title: 'Balance confirmation',
    lead: (day, service) => `${service} confirms the balances of the rental deposit accounts at the end of ${day}.`,
    organization: 'Organization',
    day: 'Day',
    count: 'Rental deposits with a balance',
    total: 'Total',
    each: 'Balance of each rental deposit',
    columns: {
      contract: 'Contract',
      tenants: 'Tenants',
      property: 'Property',
      account: 'Account (IBAN)',
      amount: 'Amount (CHF)',
    },
    computing: 'Calculation',
    computed:
      'The sum of all bookings of the bank up to and including this day, by booking date. An amount whose payout is ordered but not yet executed by the bank counts as held. Deposits without a balance and deposit insurances are not listed. Each account is in the name of the main tenant (Art. 257e CO).',
    making: 'Made',
    made: (moment, service) => `${moment}, from the books of ${service}`,
    footer: (organization, day) => `Balance confirmation ${organization}  ·  ${day}`,
  },
  certificate: {
    confirmed: (day) => `The following rental deposit is secured by a deposit insurance from ${day}.`,
    insurer: 'Insurer',
    policy: 'Policy',
    from: 'Cover from',
    sum: 'Sum insured',
    premium: 'Premium',
    perYear: (amount) => `CHF ${amount} per year, stamp duty included`,
    tenancy: 'Tenancy',
    cover:
      'The insurer is liable to the landlord up to the sum insured for claims from the tenancy. What it pays, it claims back from the tenants. The cover ends when the insurer confirms its end.',
  },
  withdrawal: {
    confirmed: (day) =>
      `The following rental deposit was cancelled on ${day}, before it came into force. No further payment is due.`,
    paidBack: (amount) => `What was already paid in, CHF ${amount}, is paid back to the account it came from.`,
  },
  agreement: {
    between: (organization) =>
      `${organization}, on behalf of the landlord, and the tenants agree on a security for the following tenancy.`,
    product: 'Form of security',
    products: { bank_deposit: 'Bank deposit', insurance: 'Deposit insurance' },
    openProduct: 'Bank deposit or deposit insurance, as the tenants choose',
    withProduct: { bank_deposit: 'With a bank deposit', insurance: 'With a deposit insurance' },
    rentalStart: 'Start of the tenancy',
    terms: ({ product, investmentAllowed }) =>
      product === 'insurance'
        ? [
            'The security is provided by a deposit insurance policy. It comes into force as soon as the insurer confirms the cover.',
          ]
        : [
            'The security is paid into an account in the name of the main tenant. It comes into force as soon as the whole amount has arrived.',
            'Its release follows Art. 257e CO. Interest belongs to the tenants.',
            investmentAllowed ? 'The balance may be invested.' : 'The balance may not be invested.',
          ],
    actsForAll: (main) => `The main tenant is ${main}, who acts for all tenants when the deposit is closed.`,
    signatures: 'Signatures',
    forManagement: 'For the property management',
    byService: (moment, service) => `Signature given in advance, applied by ${service}\n${moment}`,
    tenant: 'Tenant',
    draft: 'Draft for reading. This document does not bear any tenant’s signature yet.',
    hash: 'Checksum (SHA-256)',
  },
};
