// Single keys on a list: search, next and previous row, select, new. Its page names them in [data-shortcuts], where they can
// be switched off; the browser remembers that. Nothing happens while somebody types.
const help = document.querySelector<HTMLElement>('[data-shortcuts]');
const use = document.querySelector<HTMLInputElement>('[data-use-shortcuts]');
const OFF = 'shortcuts-off';
if (help !== null && use !== null) {
  help.hidden = false;
  use.checked = localStorage.getItem(OFF) === null;
  use.addEventListener('change', () => {
    if (use.checked) localStorage.removeItem(OFF);
    else localStorage.setItem(OFF, 'yes');
  });
  const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('#results tbody tr')];
  const current = (): number => rows().findIndex((row) => row.contains(document.activeElement));
  const go = (by: 1 | -1): void => {
    const at = current();
    const next = rows()[at === -1 ? (by === 1 ? 0 : -1) : at + by];
    next?.querySelector<HTMLElement>('td.first a')?.focus();
  };
  const actions: Record<string, () => void> = {
    '/': () => document.querySelector<HTMLElement>('input[type=search]')?.focus(),
    j: () => go(1),
    k: () => go(-1),
    x: () => rows()[current()]?.querySelector<HTMLElement>('input[type=checkbox]')?.click(),
    n: () => document.querySelector<HTMLElement>('[data-key=n]')?.click(),
  };
  const isTyping = (target: EventTarget | null): boolean =>
    target instanceof HTMLElement &&
    target.matches('input:not([type=checkbox]), select, textarea, [contenteditable=true]');
  document.addEventListener('keydown', (event) => {
    const action = actions[event.key];
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (action === undefined || !isPlain || !use.checked || isTyping(event.target)) return;
    event.preventDefault();
    action();
  });
}
