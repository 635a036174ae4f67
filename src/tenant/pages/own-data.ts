import { groupedPhone } from '../../domain/values/contact.ts';
import { formatDay } from '../../domain/values/calendar.ts';
import type { Language } from '../../domain/values/language.ts';
import { NO_HOUSE_NUMBER, type PostalAddress } from '../../domain/values/postal-address.ts';
import type { Html } from '../../web/html.ts';
import { facts, type Fact } from '../../web/parts.ts';
import type { TenantVisit } from '../visit.ts';

/** The data of this tenant only. */
export function ownData({ tenant, words, language }: TenantVisit): Html {
  const { data } = words;
  const name = `${tenant.firstName} ${tenant.lastName}`;
  const reached: Fact[] = [
    [data.address, addressOf(tenant.address, language)],
    [data.email, tenant.email],
    [data.phone, tenant.phoneNumber && groupedPhone(tenant.phoneNumber)],
  ];
  if (tenant.type === 'natural') {
    return facts([
      [data.name, name],
      [data.birthDate, tenant.birthDate && formatDay(tenant.birthDate)],
      [data.nationality, tenant.nationality && countryName(tenant.nationality, language)],
      [data.civilStatus, tenant.civilStatus && data.civilStatuses[tenant.civilStatus]],
      ...reached,
    ]);
  }
  const { company } = tenant;
  return facts([
    [data.company, company.name],
    [data.legalForm, data.legalForms[company.legalForm]],
    [data.domicile, company.domicile],
    [data.uid, company.zefixUid],
    [data.signatory, name],
    ...reached,
  ]);
}

function addressOf({ street, streetNumber, zip, city, countryCode }: PostalAddress, language: Language): string {
  const house = streetNumber === NO_HOUSE_NUMBER ? street : `${street} ${streetNumber}`;
  const country = countryCode === 'CH' ? '' : `, ${countryName(countryCode, language)}`;
  return `${house}, ${zip} ${city}${country}`;
}

function countryName(code: string, language: Language): string {
  return new Intl.DisplayNames([`${language}-CH`], { type: 'region' }).of(code) ?? code;
}
