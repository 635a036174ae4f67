// A box marked data-all checks or unchecks all boxes of its form, and [data-selected] says how many there are. A search
// replaces the list, with other boxes.
const watchBoxes = (): void => {
  const all = document.querySelector<HTMLInputElement>('input[data-all]');
  const form = all?.form ?? null;
  if (all === null || form === null) return;
  const boxes = (): HTMLInputElement[] => [
    ...form.querySelectorAll<HTMLInputElement>('input[name="id"], input[name="order"]'),
  ];
  const count = (): void => {
    const selected = boxes().filter(({ checked }) => checked).length;
    for (const counter of document.querySelectorAll('[data-selected]')) counter.textContent = String(selected);
    all.checked = selected > 0 && selected === boxes().length;
    all.indeterminate = selected > 0 && selected < boxes().length;
  };
  all.closest<HTMLElement>('[hidden]')?.removeAttribute('hidden');
  all.addEventListener('change', () => {
    for (const box of boxes()) box.checked = all.checked;
    count();
  });
  form.addEventListener('change', count);
  count();
};
watchBoxes();
document.addEventListener('results', watchBoxes);
