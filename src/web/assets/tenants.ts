// A tenant's fields follow the type that is chosen: those of the other type are hidden. Further tenants are collapsed,
// one is offered at a time, and expanding it gives it the type of the main tenant, because types cannot be mixed.
const typeOf = (tenant: Element): HTMLSelectElement | null => tenant.querySelector('select[name$="Type"]');
const main = document.querySelector('[data-tenant="tenant"]');
const further = [...document.querySelectorAll<HTMLDetailsElement>('details[data-further]')];

const arrange = (): void => {
  for (const tenant of document.querySelectorAll('[data-tenant]')) {
    const type = typeOf(tenant)?.value ?? '';
    const isChosen = type === 'natural' || type === 'legal';
    for (const part of tenant.querySelectorAll<HTMLElement>('[data-only]')) {
      part.hidden = isChosen && !(part.dataset['only'] ?? '').split(' ').includes(type);
    }
  }
  let isOffered = true;
  for (const details of further) {
    details.hidden = !isOffered && !details.open;
    isOffered = isOffered && isTaken(details);
  }
};

const isTaken = (details: HTMLDetailsElement): boolean => !['', 'none'].includes(typeOf(details)?.value ?? '');

const isEmpty = (details: HTMLDetailsElement): boolean =>
  [...details.querySelectorAll('input')].every(({ value }) => value === '');

for (const details of further) {
  details.addEventListener('toggle', () => {
    const type = typeOf(details);
    if (type !== null && details.open && !isTaken(details)) type.value = (main && typeOf(main)?.value) || 'natural';
    if (type !== null && !details.open && isEmpty(details)) type.value = '';
    arrange();
  });
}
document.addEventListener('change', (event) => {
  if (!(event.target instanceof HTMLSelectElement) || !event.target.name.endsWith('Type')) return;
  if (event.target.value === 'none') event.target.closest('details')?.removeAttribute('open');
  arrange();
});
arrange();
