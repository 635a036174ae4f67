import { PRODUCTS, type Product } from '../domain/product.ts';
import type { Tenant } from '../domain/tenant.ts';
import { field, type Form } from '../web/forms.ts';
import type { FieldProblems, FormProblem } from './problems.ts';
import { isSameName } from './same-name.ts';

export type SignField = 'product' | 'typedName' | 'consent';
type SignForm = { product: Product | null; typedName: string };

/** What a tenant has chosen, typed and agreed to; all problems at once. */
export function readSignForm(
  form: Form,
  { tenant, isMain, product: settled }: { tenant: Tenant; isMain: boolean; product: Product | null },
): SignForm | { problems: FieldProblems<SignField> } {
  const product = PRODUCTS.find((one) => one === field(form, 'product')) ?? null;
  const typedName = field(form, 'typedName');
  const problems: FieldProblems<SignField> = {
    ...at('product', problemOfProduct({ product, settled, isMain })),
    ...at('typedName', problemOfName(typedName, tenant)),
    ...at('consent', field(form, 'consent') === 'yes' ? null : 'consent_missing'),
  };
  if (Object.keys(problems).length > 0) return { problems };
  return { product: settled === null ? product : null, typedName };
}

function at(name: SignField, problem: FormProblem | null): FieldProblems<SignField> {
  return problem === null ? {} : { [name]: problem };
}

function problemOfProduct({
  product,
  settled,
  isMain,
}: {
  product: Product | null;
  settled: Product | null;
  isMain: boolean;
}): FormProblem | null {
  if (settled !== null) return product === null || product === settled ? null : 'product_not_free';
  if (!isMain) return product === null ? null : 'product_of_main_tenant';
  return product === null ? 'product_missing' : null;
}

function problemOfName(typedName: string, tenant: Tenant): FormProblem | null {
  if (typedName === '') return 'name_missing';
  return isSameName(typedName, tenant) ? null : 'name_differs';
}
